using AzurePerf.ProcessTests.Access;
using AzurePerf.ProcessTests.Deployment;
using AzurePerf.ProcessTests.Documents;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.ProcessTests.Local;
using AzurePerf.ProcessTests.Local.Postgres;
using AzurePerf.ProcessTests.PlugIns;
using AzurePerf.ProcessTests.Programs;
using AzurePerf.ProcessTests.Runs;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(AzurePerf.ProcessTests.LongestFirst))]

namespace AzurePerf.ProcessTests;

/// <summary>A class that takes a minute and begins last keeps everything waiting for that minute: the longest begin first, in this order.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly Type[] Long =
    [
        typeof(TwoBuildsTests), typeof(KilledWorkerTests), typeof(ManyWaitingRunsTests), typeof(ProgramRunTests), typeof(ImagesUnderFaultsTests), typeof(RandomFaultsTests), typeof(PoisonTaskTests),
        typeof(KilledRunsTests), typeof(LocalScalingTests), typeof(BagScalingTests), typeof(PlugInTests), typeof(VegetationIndexTests), typeof(LocalClusterTests), typeof(ThrottledAccountTests),
        typeof(KeyTests), typeof(GangMemberTests), typeof(PeerPoolTests), typeof(TakenBackTests),
    ];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderBy(collection => PlaceOf(collection))];

    private static int PlaceOf(ITestCollection collection) =>
        Array.FindIndex(Long, type => collection.TestCollectionDisplayName.Contains(type.FullName!, StringComparison.Ordinal)) is >= 0 and var place ? place : Long.Length;
}
