using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Criteria;

/// <summary>What the criteria of a run will not be able to tell, said before it is submitted.</summary>
public static class CriteriaNotes
{
    /// <summary>Clauses without a full stop; empty where nothing stands against any criterion.</summary>
    /// <param name="experiment">Of the run.</param>
    /// <param name="spec">A spec that was validated.</param>
    public static IReadOnlyList<string> Of(ExperimentDefinition experiment, RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        ArgumentNullException.ThrowIfNull(spec);
        if (spec.FailIf is not { Count: > 0 } texts || experiment.IsBag)
        {
            return [];
        }

        var configurations = RunPlanner.Plan(experiment, spec).Points.GroupBy(point => point.Levels.ToJsonString()).ToArray();
        var repetitions = configurations.Min(points => points.Count());
        var operations = configurations.Min(points => OperationsOf(experiment, spec, points.First()));
        var without = configurations.All(points => points.First().Load is { IsBound: true, Operations: 0 });
        return
        [
            .. from criterion in CriterionReader.ReadStored(texts, experiment)
               let note = criterion.IsErrors && without ? $"'{criterion.Words}' cannot be told: points have no operations"
                   : Of(criterion, experiment, repetitions, operations)
               where note.Length > 0
               select note,
        ];
    }

    /// <summary>The most that a repetition measures, warm-up not counted; infinite where time ends it.</summary>
    private static double OperationsOf(ExperimentDefinition experiment, RunSpec spec, PlannedPoint point)
    {
        var options = RunPlanner.Bind(experiment, spec, point.Levels);
        var warmUp = (double)options.Clients * options.LanesPerClient * options.WarmUpOperationsPerLane;
        return point.Load.IsBound ? Math.Max(1, Math.Floor(point.Load.Operations - warmUp)) : double.PositiveInfinity;
    }

    private static string Of(Criterion criterion, ExperimentDefinition experiment, int repetitions, double operations)
    {
        var needed = experiment.FindMetric(criterion.Metric)?.OperationsNeeded ?? 1;
        if (operations < needed)
        {
            return $"'{criterion.Words}' cannot be told: it needs {NumberFormat.Count(needed)} successful operations in each repetition, "
                + $"and there are at most {NumberFormat.Count((long)operations)}";
        }

        var least = criterion.IsErrors && criterion.Limit > 0 && double.IsFinite(operations)
            ? GroupedShareInterval.FewestGroups(operations, criterion.Limit, CriteriaJudge.LeastRepetitions, SpecLimits.Repetitions)
            : CriteriaJudge.LeastRepetitions;
        var many = least is { } few ? $"at least {NumberFormat.Counted(few, "repetition")}"
            : $"more than {NumberFormat.Count(SpecLimits.Repetitions)} repetitions";
        return repetitions >= least ? ""
            : $"'{criterion.Words}' needs {many} to be met, and this run has {NumberFormat.Count(repetitions)}";
    }
}
