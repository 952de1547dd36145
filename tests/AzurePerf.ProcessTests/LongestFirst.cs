using AzurePerf.ProcessTests.Faults;
using AzurePerf.ProcessTests.Local;
using AzurePerf.ProcessTests.Runs;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(AzurePerf.ProcessTests.LongestFirst))]

namespace AzurePerf.ProcessTests;

/// <summary>A class that takes a minute and begins last keeps everything waiting for that minute.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly Type[] Long =
    [
        typeof(EndToEndTests), typeof(ImagesUnderFaultsTests), typeof(RandomFaultsTests), typeof(PoisonTaskTests), typeof(ManyWaitingRunsTests), typeof(LocalScalingTests),
    ];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderByDescending(collection => Long.Any(type => collection.TestCollectionDisplayName.Contains(type.FullName!, StringComparison.Ordinal)))];
}
