using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs;

/// <summary>What a spec will take, as far as its plan tells.</summary>
/// <param name="Points">Points of the plan; 0 for bags.</param>
/// <param name="Tasks">Tasks of bags; 0 for a run that measures points.</param>
/// <param name="Longest">By when the measurements and warm-ups together have ended at the latest: by the planner's guess before any was seen, which is slow on purpose; null for bags, which go as wide as there are workers.</param>
/// <param name="Operations">Measured operations of all points; null where points end by time or bytes.</param>
internal sealed record RunEstimate(int Points, int Tasks, TimeSpan? Longest, long? Operations)
{
    public static RunEstimate Of(ExperimentDefinition definition, RunSpec spec)
    {
        if (definition.IsBag)
        {
            return new(0, RunPlanner.PlanBags(definition, spec).Sum(bag => bag.Tasks), null, null);
        }

        var plan = RunPlanner.Plan(definition, spec);
        var options = plan.Points.Select(point => RunPlanner.Bind(definition, spec, point.Levels)).ToArray();
        var measuring = TimeSpan.FromTicks(plan.Points.Sum(point => point.Expected.Ticks)) + TimeSpan.FromSeconds(options.Sum(one => one.WarmUpSeconds + one.RestSecondsBefore));
        var series = TimeSpan.FromSeconds((double)spec.RepeatEverySeconds * Math.Max(spec.Repetitions - 1, 0));
        return new(
            plan.Points.Count, 0, measuring > series ? measuring : series,
            options.All(one => one.OperationsPerClient > 0) ? options.Sum(one => one.Clients * one.OperationsPerClient) : null);
    }
}
