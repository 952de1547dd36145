using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Worker.Tasks;

/// <summary>
/// Headers of runs whose bag tasks this worker executes, read anew once a heartbeat: a spec never changes, and that a run has ended may be
/// learnt a little late, because its rows are terminal before its header is.
/// </summary>
internal sealed class RunCache(RunStore runs, EngineTimes times, TimeProvider time)
{
    private const int Most = 64;

    private readonly Dictionary<string, (Task<RunState?> Run, long At)> _known = [];

    /// <summary>The header as it is now.</summary>
    public Task<RunState?> ReadAsync(string runId, CancellationToken cancellationToken) => runs.FindAsync(runId, cancellationToken);

    /// <summary>The header, or null when there is none. Many tasks that ask at once cause one read.</summary>
    public async Task<RunState?> FindAsync(string runId, CancellationToken cancellationToken)
    {
        Task<RunState?> reading;
        lock (_known)
        {
            if (!_known.TryGetValue(runId, out var known) || known.Run.IsFaulted || known.Run.IsCanceled
                || time.GetElapsedTime(known.At) >= times.Heartbeat)
            {
                if (_known.Count >= Most)
                {
                    _known.Clear();
                }

                // Not by the token of whoever asks first: others wait for the same answer.
                _known[runId] = known = (runs.FindAsync(runId, CancellationToken.None), time.GetTimestamp());
            }

            reading = known.Run;
        }

        return await reading.WaitAsync(cancellationToken);
    }
}
