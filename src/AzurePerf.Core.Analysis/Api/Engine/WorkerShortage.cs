using System.Globalization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Api.Engine;

/// <summary>Whether enough workers are alive for a run, said before it is submitted: a run without them waits and lets others go
/// first.</summary>
public static class WorkerShortage
{
    /// <summary>What is missing and what to do about it, as a clause without a full stop; empty when enough are alive, and for bags, whose
    /// pool grows with its queue.</summary>
    /// <param name="definition">Of the experiment.</param>
    /// <param name="spec">What would be submitted.</param>
    /// <param name="workers">Of any pool.</param>
    /// <param name="now">Wall clock of the reader.</param>
    public static string Of(ExperimentDefinition definition, RunSpec spec, IEnumerable<WorkerState> workers, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(spec);
        // Where there is a pool of peers, one of them answers.
        var alive = workers.Count(worker => !worker.Draining && WorkerSummary.IsHeard(worker, now)
            && (worker.Pool == WorkerPool.Measure || (definition.Target?.AnsweringMember is not null && worker.Pool == WorkerPool.Peer)));
        return definition.IsBag || alive >= spec.Workers ? "" : string.Create(
            CultureInfo.InvariantCulture,
            $"the run needs {NumberFormat.Counted(spec.Workers, "measure worker")}, and {alive} {(alive == 1 ? "is" : "are")} alive: "
            + $"until more start it waits and lets other runs go first. Start them with `azureperf up --workers {spec.Workers}`, unless "
            + $"the pool grows by itself");
    }
}
