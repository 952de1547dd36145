using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Bags;

/// <summary>What an experiment is told that measures no points but executes bags of independent tasks, one bag after the other.</summary>
public abstract record BagOptions
{
    /// <summary>The most tasks that one bag may have.</summary>
    public const int MaximumTasks = 1_000_000;

    /// <inheritdoc cref="ExperimentDefinition.IsHarmful"/>
    [JsonIgnore]
    public virtual bool IsHarmful => false;

    /// <inheritdoc cref="ExperimentDefinition.IsHidden"/>
    [JsonIgnore]
    public virtual bool IsHidden => false;

    /// <summary>Its bags, in order; each begins when every task of the one before has ended.</summary>
    public abstract IReadOnlyList<BagPlan> Plan();

    /// <summary>Faults that no single range can express; names are as in a request.</summary>
    public virtual IEnumerable<ParameterFault> Faults() => [];
}
