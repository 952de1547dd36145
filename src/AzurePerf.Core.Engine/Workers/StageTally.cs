using System.Text.Json.Serialization;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Workers;

/// <summary>
/// What one worker process counted of one open stage since it started. A hint: it is dropped with the worker, never added to what is
/// stored, because a task whose worker died may be counted again by another.
/// </summary>
/// <param name="RunId">The run.</param>
/// <param name="Stage">The stage's number.</param>
/// <param name="Done">Executions of it that ended with an accepted result of their own.</param>
/// <param name="Failed">Executions that ended without a result.</param>
/// <param name="Seconds">Durations of the former, from when its turn came to its end, added up.</param>
/// <param name="Dead">Tasks whose failure budget an execution of this process used up.</param>
public sealed record StageTally(string RunId, int Stage, int Done, int Failed, double Seconds, int Dead = 0)
{
    private static readonly SortedDictionary<FailureCause, int> NoEnds = [];

    /// <summary>Executions that found the product of their task there already.</summary>
    public int Reused { get; init; }

    /// <summary>The failed ones by cause.</summary>
    public IReadOnlyDictionary<FailureCause, int> Ends { get; init; } = NoEnds;

    /// <summary>The durations of those that are done, in the bins of <see cref="DurationSketch"/>; null where they are not kept.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public IReadOnlyDictionary<int, long>? Durations { get; init; }

    /// <summary>The same of those only whose task had been stopped for its time before; null for none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public IReadOnlyDictionary<int, long>? Repeated { get; init; }
}
