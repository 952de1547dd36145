using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

namespace AzurePerf.SandboxTests.Programs;

/// <summary>The theory holds for both.</summary>
internal sealed class CombinatorialRunsAsAttribute : DataAttribute
{
    public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new([.. Enum.GetValues<RunsAs>().Select(runsAs => new TheoryDataRow<RunsAs>(runsAs))]);

    public override bool SupportsDiscoveryEnumeration() => true;
}
