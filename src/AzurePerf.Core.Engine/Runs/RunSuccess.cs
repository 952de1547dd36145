using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>Whether what a run measured succeeded. That a point was measured to its end says only that its operations ended.</summary>
public static class RunSuccess
{
    /// <summary>The end of a run whose tasks brought results, after a look at them.</summary>
    /// <param name="status">What follows from its tasks.</param>
    /// <param name="reason">Likewise; empty for none.</param>
    /// <param name="points">All its points.</param>
    public static (RunStatus Status, string Reason) Judge(RunStatus status, string reason, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(reason);
        ArgumentNullException.ThrowIfNull(points);
        PointRecord[] without = status.IsCompleted()
            ? [.. points.Where(point => point.Status == PointStatus.Measured && !HasSuccess(point))]
            : [];
        if (without.Length == 0)
        {
            return (status, reason);
        }

        var most = without.SelectMany(point => point.Summary?.Outcomes ?? []).GroupBy(outcome => outcome.Key, outcome => outcome.Value)
            .MaxBy(outcome => outcome.Sum());
        var text =
            $"no operation succeeded in {NumberFormat.Count(without.Length)} of "
                + $"{NumberFormat.Counted(points.Count, "point")}{(most is null ? "" : $" (mostly {CamelCase.Of(most.Key)})")}";
        return (RunStatus.CompletedWithErrors, reason.Length > 0 ? $"{text}; {reason}" : text);
    }

    /// <summary>The levels of each combination that was to be measured and of which no repetition has a result with a successful operation,
    /// also where all of them are gaps of a series.</summary>
    public static IReadOnlyList<JsonObject> CombinationsWithout(IEnumerable<PointRecord> points) =>
        [.. points.Where(point => point.Status is PointStatus.Measured or PointStatus.Failed or PointStatus.Missed)
            .GroupBy(point => point.Levels.ToJsonString())
            .Where(same => !same.Any(HasSuccess))
            .Select(same => same.First().Levels)];

    /// <summary>Whether a point was measured and, where it has operations, one of them succeeded.</summary>
    public static bool HasSuccess(PointRecord point) =>
        point is { Status: PointStatus.Measured, Result: { } result } && HasSuccess(result);

    /// <summary>Whether a result has no operations, or one of them succeeded.</summary>
    public static bool HasSuccess(PointResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return result.Operations is not { } operations || operations.Outcomes.GetValueOrDefault(OperationOutcome.Ok) > 0;
    }
}
