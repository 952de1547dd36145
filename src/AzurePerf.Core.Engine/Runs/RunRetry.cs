using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Runs;

/// <summary>The run that measures again what an ended one has no result of.</summary>
public static class RunRetry
{
    /// <summary>Whether a part of a run can be measured later: points of a series belong to their time, and tasks of a bag are repeated
    /// while it runs.</summary>
    public static bool TakesPart(ExperimentDefinition? experiment, RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return spec.RepeatEverySeconds == 0 && experiment is { IsBag: false };
    }

    /// <summary>Numbers, in the plan of the whole run, of the points that failed, were never published, or of which no operation
    /// succeeded.</summary>
    /// <param name="run">The ended run.</param>
    /// <param name="published">Its points.</param>
    public static IReadOnlyList<int> Missing(RunState run, IEnumerable<PointRecord> published)
    {
        ArgumentNullException.ThrowIfNull(run);
        var done =
            published.Where(point =>
                point.Status == PointStatus.Measured ? RunSuccess.HasSuccess(point) : point.Status != PointStatus.Failed)
                .Select(point => point.Number).ToHashSet();
        var only = run.Spec.Only;
        return [.. Enumerable.Range(1, run.Points).Where(number => !done.Contains(number))
            .Select(number => only.Count == 0 ? number : only[number - 1])];
    }

    /// <summary>What the new run does: the same points in the same order, and of them only these. It is none of the presets any
    /// more.</summary>
    public static RunSpec Of(RunSpec spec, IReadOnlyList<int> missing)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return spec with { Only = missing, Scale = "custom" };
    }

    /// <summary>The points of an earlier run in the order of a new one, which gives them other numbers: all points where the earlier run
    /// measured all.</summary>
    /// <param name="spec">The new run, of the same parameters and repetitions.</param>
    /// <param name="earlier">Whose points are measured.</param>
    /// <param name="experiment">Of both.</param>
    /// <exception cref="InvalidDataException">The earlier run asks for points that its plan does not have.</exception>
    public static RunSpec InOrderOf(RunSpec spec, RunSpec earlier, ExperimentDefinition experiment)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ArgumentNullException.ThrowIfNull(earlier);
        return earlier.Only.Count == 0 ? spec : spec with { Only = RunPlanner.NumbersIn(experiment, spec, earlier) };
    }
}
