using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Limits;

/// <summary>Says what a run comes to before it begins: pure arithmetic over its plan.</summary>
public static class RunEstimator
{
    /// <summary>Adds up the plan of a spec that was validated for the experiment.</summary>
    public static RunEstimate Estimate(ExperimentDefinition definition, RunSpec spec) =>
        definition.IsBag ? OfStages(definition, spec) : OfPoints(definition, spec);

    /// <summary>Of a number of tasks of one stage.</summary>
    public static RunEstimate OfStage(StagePlan stage, int tasks)
    {
        ArgumentNullException.ThrowIfNull(stage);
        return OfStages([(stage, tasks)]);
    }

    /// <summary>Of a stage whose tasks are planned later nothing is charged before; how many there can be is only said.</summary>
    private static RunEstimate OfStages(ExperimentDefinition definition, RunSpec spec)
    {
        var stages = RunPlanner.BindStages(definition, spec).Stages();
        var saysMost = stages.Any(stage => stage.Orders is not null && stage.TasksAtMost > 0);
        return OfStages([.. stages.Select(stage => (stage, stage.Orders is null ? stage.Tasks : 0))]) with
        {
            IsBound = stages.All(stage => stage.Orders is null),
            TasksAtMost = saysMost ? stages.Sum(stage => stage.TasksAtMost) : null,
            DurationAtMost = saysMost ? TimeOf(stages.Sum(stage => stage.TasksAtMost * SecondsOf(stage))) : null,
        };
    }

    private static RunEstimate OfStages(IReadOnlyList<(StagePlan Plan, int Tasks)> stages) => new(
        0,
        stages.Sum(stage => (long)stage.Tasks),
        (long)stages.Sum(stage => stage.Tasks * (stage.Plan.Load?.Bytes ?? 0)),
        TimeOf(stages.Sum(stage => stage.Tasks * SecondsOf(stage.Plan))),
        stages.Where(stage => stage.Plan.Load is not null).GroupBy(stage => stage.Plan.Load!.Service)
            .ToDictionary(group => group.Key, group => (long)group.Sum(stage => stage.Tasks * stage.Plan.Load!.Requests)),
        IsBound: true)
    {
        SilentStage = stages.FirstOrDefault(stage => stage.Plan is { TouchesTarget: true, Load: null }).Plan?.Name,
    };

    private static double SecondsOf(StagePlan stage) => stage.Expected?.TotalSeconds ?? 0;

    private static TimeSpan TimeOf(double seconds) => TimeSpan.FromSeconds(Math.Min(seconds, TimeSpan.MaxValue.TotalSeconds / 2));

    private static RunEstimate OfPoints(ExperimentDefinition definition, RunSpec spec)
    {
        var plan = RunPlanner.Plan(definition, spec);
        var requests = plan.Points.GroupBy(point => point.Load.Service).Where(group => group.Key.Length > 0)
            .ToDictionary(group => group.Key, group => Sum(group, point => point.Load.Requests) + MadeBefore(plan, group));
        var seconds = plan.Points.ToLookup(point => point.Repetition, point => point.Load.WarmUpSeconds + point.Expected.TotalSeconds);
        var begun = (spec.Repetitions - 1) * (double)spec.RepeatEverySeconds;
        return new(
            plan.Points.Count,
            Sum(plan.Points, point => point.Load.Operations),
            Sum(plan.Points, point => point.Load.Bytes),
            TimeOf(Math.Max(begun + seconds.Max(repetition => repetition.Sum()), seconds.Sum(repetition => repetition.Sum()))),
            requests,
            plan.Points.All(point => point.Load.IsBound))
        {
            BlobReads = Sum(plan.Points.Where(point => point.Load.Service == "blob"), point => point.Load.Reads),
            DataBytes = Once(plan, plan.Points, point => point.Load.BytesBefore),
        };
    }

    private static long MadeBefore(RunPlan plan, IEnumerable<PlannedPoint> points) =>
        Sum(points, point => point.Load.RequestsAround) + Once(plan, points, point => point.Load.RequestsBefore);

    /// <summary>Data that several points read are made once.</summary>
    private static long Once(RunPlan plan, IEnumerable<PlannedPoint> points, Func<PlannedPoint, double> of) =>
        Sum(points.Where(point => point.Dataset is null), of)
        + Sum(plan.Datasets.Select((_, dataset) => points.FirstOrDefault(point => point.Dataset == dataset)).OfType<PlannedPoint>(), of);

    private static long Sum(IEnumerable<PlannedPoint> points, Func<PlannedPoint, double> of) =>
        (long)Math.Min(points.Sum(of), long.MaxValue / 2);
}
