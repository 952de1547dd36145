using AzurePerf.Core.Messages;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Api.Engine;

/// <summary>Whether the open stage of a run has tasks of a user's program while no worker runs programs.</summary>
internal static class ProgramShortage
{
    /// <summary>What the run waits for and what to do, as sentences; empty where it waits for no such worker.</summary>
    public static string Words(EngineFacts facts)
    {
        if (facts.OpenStage is not { } stage || !MessageDecisions.MayRunPrograms(facts.Run.Spec, stage.Id))
        {
            return "";
        }

        var workers = facts.Heard.Where(worker => worker.Pool == WorkerPool.Bag).ToArray();
        if (workers.Length == 0 || workers.Any(worker => worker.RunsPrograms))
        {
            return "";
        }

        var refusal = workers.Select(worker => worker.ProgramRefusal).FirstOrDefault(said => said.Length > 0);
        return $"The program needs a worker that runs programs, and {(workers.Length == 1 ? "the only bag worker does not"
                : $"none of the {NumberFormat.Counted(workers.Length, "bag worker")} does")}"
            + (refusal is null ? ". Set Programs:Allowed where workers run." : $". {refusal.TrimEnd('.')}.")
            + " The tasks of the program fail if none does within about six minutes.";
    }
}
