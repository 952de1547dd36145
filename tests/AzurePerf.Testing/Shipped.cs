using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;

namespace AzurePerf.Testing;

/// <summary>What every host knows without a plug-in.</summary>
public static class Shipped
{
    public static ExperimentCatalogue Experiments { get; } = new(BuiltInExperiments.All);

    /// <summary>The experiment of a run; null where it has none.</summary>
    public static ExperimentDefinition? ExperimentOf(RunSpec spec) => Experiments.Find(spec.Experiment);

    /// <summary>What a run measured, by configuration.</summary>
    public static LevelResults Results(RunSpec spec, IEnumerable<PointRecord> points) => LevelResults.Of(ExperimentOf(spec), spec, points);

    /// <summary>Accounts of these names, and what nobody configures.</summary>
    public static TargetList Targets(params string[] names) => TargetList.Read(names, BuiltInTargetKinds.All);
}
