using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Limits;

/// <summary>Says what a run comes to before it begins: pure arithmetic over its plan.</summary>
public static class RunEstimator
{
    /// <summary>Adds up the plan of a spec that was validated for the experiment.</summary>
    public static RunEstimate Estimate(ExperimentDefinition definition, RunSpec spec) =>
        definition.IsBag ? OfStages(definition, spec) : OfPoints(definition, spec);

    /// <summary>Of a stage whose tasks are planned later nothing is known.</summary>
    private static RunEstimate OfStages(ExperimentDefinition definition, RunSpec spec)
    {
        var stages = RunPlanner.BindStages(definition, spec).Stages();
        var known = stages.Where(stage => stage.Orders is null).ToArray();
        return new(
            0,
            known.Sum(stage => (long)stage.Tasks),
            0,
            TimeSpan.FromSeconds(known.Sum(stage => stage.Tasks * (stage.Expected?.TotalSeconds ?? 0))),
            new Dictionary<string, long>(),
            IsBound: known.Length == stages.Count);
    }

    private static RunEstimate OfPoints(ExperimentDefinition definition, RunSpec spec)
    {
        var plan = RunPlanner.Plan(definition, spec);
        var requests = plan.Points.GroupBy(point => point.Load.Service).Where(group => group.Key.Length > 0)
            .ToDictionary(group => group.Key, group => Sum(group, point => point.Load.Requests) + MadeBefore(plan, group));
        var series = (spec.Repetitions - 1) * (double)spec.RepeatEverySeconds;
        return new(
            plan.Points.Count,
            Sum(plan.Points, point => point.Load.Operations),
            Sum(plan.Points, point => point.Load.Bytes),
            TimeSpan.FromSeconds(Math.Max(series, plan.Points.Sum(point => point.Load.WarmUpSeconds + point.Expected.TotalSeconds))),
            requests,
            plan.Points.All(point => point.Load.IsBound));
    }

    /// <summary>Data that several points read are made once.</summary>
    private static long MadeBefore(RunPlan plan, IEnumerable<PlannedPoint> points) => Sum(points, point => point.Load.RequestsAround)
        + Sum(points.Where(point => point.Dataset is null), point => point.Load.RequestsBefore)
        + Sum(plan.Datasets.Select((_, dataset) => points.FirstOrDefault(point => point.Dataset == dataset)).OfType<PlannedPoint>(),
            point => point.Load.RequestsBefore);

    private static long Sum(IEnumerable<PlannedPoint> points, Func<PlannedPoint, double> of) =>
        (long)Math.Min(points.Sum(of), long.MaxValue / 2);
}
