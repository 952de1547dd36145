using System.Text.Json.Serialization;
using AzurePerf.Core.Targets;

namespace AzurePerf.Core.Experiments.Stages;

/// <summary>What an experiment is told that measures no points of its own but declares stages of tasks.</summary>
public abstract record PipelineOptions
{
    /// <inheritdoc cref="ExperimentDefinition.IsHarmful"/>
    [JsonIgnore]
    public virtual bool IsHarmful => false;

    /// <inheritdoc cref="ExperimentDefinition.IsHidden"/>
    [JsonIgnore]
    public virtual bool IsHidden => false;

    /// <inheritdoc cref="ExperimentDefinition.Target"/>
    [JsonIgnore]
    public virtual TargetKind? Target => null;

    /// <summary>Its stages, in order; each begins when every task of the one before has ended.</summary>
    public abstract IReadOnlyList<StagePlan> Stages();

    /// <summary>Faults that no single range can express; names are as in a request.</summary>
    public virtual IEnumerable<ParameterFault> Faults() => [];
}
