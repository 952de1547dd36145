using System.Diagnostics;
using System.Diagnostics.Metrics;
using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Metrics;

/// <summary>Records how the tasks of a run stand, from what the next step of the run was decided by: it costs no request.</summary>
internal sealed class RunGauges(Meter meter, WorkerWatch watch)
{
    private readonly Gauge<long> _tasks = EngineMetrics.Tasks.Gauge<long>(meter);
    private readonly Gauge<long> _waiting = EngineMetrics.Waiting.Gauge<long>(meter);
    private readonly Gauge<double> _requests = EngineMetrics.RequestsPerTask.Gauge<double>(meter);
    private readonly Gauge<long> _messages = EngineMetrics.QueueMessages.Gauge<long>(meter);

    private bool IsHeard => _tasks.Enabled || _waiting.Enabled || _requests.Enabled;

    /// <returns>What was recorded of the run itself; null where nobody hears it.</returns>
    public RunFigures? Record(RunSnapshot snapshot)
    {
        if (!IsHeard && !_messages.Enabled)
        {
            return null;
        }

        if (snapshot.Bag is { } bag)
        {
            _messages.Record(bag.Outstanding, Tag(MetricTags.Pool, WorkerPool.Bag));
        }

        if (!IsHeard)
        {
            return null;
        }

        var figures = new RunFigures(snapshot.Run.RunId, snapshot.Run.Spec.Experiment, EngineSummary.StagesOf(FactsOf(snapshot)));
        Record(figures);
        return figures;
    }

    /// <summary>Also again: what is recorded no more counts as gone, and a run may not be looked at for minutes.</summary>
    public void Record(RunFigures figures)
    {
        foreach (var stage in figures.Stages)
        {
            Record(stage,
                new()
                {
                    { MetricTags.RunId, figures.RunId },
                    { MetricTags.Experiment, figures.Experiment },
                    { MetricTags.Stage, stage.Name },
                });
        }
    }

    private EngineFacts FactsOf(RunSnapshot snapshot) => new()
    {
        Run = snapshot.Run,
        Stages = snapshot.Stages,
        Workers = watch.Alive,
        AllLive = true,
        Queues = snapshot.Bag is { } bag
            ? new Dictionary<string, QueueState> { [WorkerPool.Bag] = new(bag.Outstanding, null) }
            : new Dictionary<string, QueueState>(),
        Now = snapshot.Now,
    };

    private void Record(StageResponse stage, TagList tags)
    {
        (string State, int Count)[] states =
        [
            ("waiting", stage.Waiting), ("running", stage.Running), ("done", stage.Done), ("failed", stage.Failed),
            ("missed", stage.Missed), ("cancelled", stage.Cancelled),
        ];
        foreach (var (state, count) in states)
        {
            _tasks.Record(count, [.. tags, Tag(MetricTags.TaskState, state)]);
        }

        // All causes each time: one that is gone must be seen to be gone.
        foreach (var cause in Enum.GetValues<WaitCause>())
        {
            _waiting.Record(stage.WaitsFor.GetValueOrDefault(cause), [.. tags, Tag(MetricTags.WaitCause, CamelCase.Of(cause))]);
        }

        if (stage.RequestsPerTask is { } requests)
        {
            _requests.Record(requests, tags);
        }
    }

    private static KeyValuePair<string, object?> Tag(string name, string value) => new(name, value);
}

/// <summary>What the metrics say of a run.</summary>
internal sealed record RunFigures(string RunId, string Experiment, IReadOnlyList<StageResponse> Stages);
