using AzurePerf.Core.Experiments;
using AzurePerf.Core.Targets;

namespace AzurePerf.Testing;

/// <summary>What every host knows without a plug-in.</summary>
public static class Shipped
{
    public static ExperimentCatalogue Experiments { get; } = new(BuiltInExperiments.All);

    /// <summary>Accounts of these names, and what nobody configures.</summary>
    public static TargetList Targets(params string[] names) => TargetList.Read(names, BuiltInTargetKinds.All);
}
