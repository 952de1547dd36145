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
    /// <summary>Workers that have to be alive at once; 0 for a bag, whose pool grows with its queue.</summary>
    /// <param name="definition">Of the experiment.</param>
    /// <param name="spec">What would be submitted.</param>
    public static int Needed(ExperimentDefinition definition, RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(spec);
        return definition.IsBag ? 0 : spec.Workers;
    }

    /// <summary>Workers that could measure for it and are alive now.</summary>
    /// <param name="definition">Of the experiment.</param>
    /// <param name="workers">Of any pool.</param>
    /// <param name="now">Wall clock of the reader.</param>
    public static int Alive(ExperimentDefinition definition, IEnumerable<WorkerState> workers, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(workers);
        // Where there is a pool of peers, one of them answers.
        return workers.Count(worker => !worker.Draining && WorkerSummary.IsHeard(worker, now)
            && (worker.Pool == WorkerPool.Measure || (definition.Target?.AnsweringMember is not null && worker.Pool == WorkerPool.Peer)));
    }

    /// <summary>What is missing and what to do about it, as a clause without a full stop; empty when enough are alive.</summary>
    /// <param name="needed">How many have to be alive at once.</param>
    /// <param name="alive">How many are.</param>
    public static string Words(int needed, int alive) => alive >= needed ? "" : string.Create(
        CultureInfo.InvariantCulture,
        $"the run needs {NumberFormat.Counted(needed, "measure worker")}, and {alive} {(alive == 1 ? "is" : "are")} alive: "
        + $"until more start it waits and lets other runs go first. Start `azureperf up --workers {needed}` in place "
        + $"of the one that runs, unless the pool grows by itself, as in Azure");
}
