using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>Runs that somebody outside of an engine submits and waits for.</summary>
internal sealed class SubmittedBags
{
    private static readonly TimeSpan LookPause = TimeSpan.FromMilliseconds(100);

    private readonly RunStore _runs;
    private readonly RunSubmission _submission;

    public SubmittedBags(ControlPlane plane)
    {
        _runs = new(plane.Rows);
        _submission = new(_runs, Allowances.Unlimited(_runs), plane.RunRequests, new Core.Ids.RandomIdSource(), TimeProvider.System);
    }

    /// <summary>One bag of the selftest, no execution of which fails by itself.</summary>
    public static RunSpec SpecOf(int tasks, int taskMilliseconds, int seed, double slowShare = 0, double slowFactor = 1) => new()
    {
        Experiment = SelftestBagOptions.Definition.Id,
        Scale = "custom",
        Target = "default",
        Parameters = new JsonObject
        {
            ["tasks"] = tasks,
            ["bags"] = 1,
            ["taskMilliseconds"] = taskMilliseconds,
            ["slowShare"] = slowShare,
            ["slowFactor"] = slowFactor,
            ["failureShare"] = 0,
            ["crashShare"] = 0,
        },
        Repetitions = 1,
        Seed = seed,
    };

    /// <summary>The run once it has ended. Throws unless it completed without any error.</summary>
    public async Task<RunState> ExecuteAsync(RunSpec spec, CancellationToken cancellationToken)
    {
        var submission = await _submission.SubmitAsync(spec, "bench", null, "", cancellationToken);
        while (true)
        {
            if (await _runs.FindAsync(submission.Run.RunId, cancellationToken) is { } run && run.Status.IsTerminal())
            {
                return run.Status == RunStatus.Completed && run.Reason.Length == 0
                    ? run
                    : throw new InvalidOperationException($"run {run.RunId} ended {run.Status}: {run.Reason}");
            }

            await Task.Delay(LookPause, TimeProvider.System, cancellationToken);
        }
    }
}
