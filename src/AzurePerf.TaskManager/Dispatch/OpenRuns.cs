using AzurePerf.Core.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>The runs that this process carries forward, oldest first.</summary>
internal sealed class OpenRuns(OutstandingTasks outstanding, EngineTimes times)
{
    private readonly SortedDictionary<(DateTimeOffset SubmittedAt, string RunId), RunRuntimeState> _open = [];

    public IReadOnlyCollection<RunRuntimeState> All => _open.Values;

    public bool Contains((DateTimeOffset SubmittedAt, string RunId) place) => _open.ContainsKey(place);

    /// <summary>Adds a run that is not there, and has it looked at at once: it may have been cancelled.</summary>
    public RunRuntimeState Open(string runId, DateTimeOffset submittedAt)
    {
        if (_open.Values.FirstOrDefault(runtime => runtime.RunId == runId) is not { } runtime)
        {
            _open.Add((submittedAt, runId), runtime = new(runId, submittedAt, times));
        }

        runtime.NextLook = 0;
        return runtime;
    }

    public void Close(RunRuntimeState runtime)
    {
        _open.Remove((runtime.SubmittedAt, runtime.RunId));
        outstanding.Forget(runtime.RunId);
    }

    /// <summary>Forgets all of them.</summary>
    public void Clear()
    {
        foreach (var runtime in _open.Values.ToArray())
        {
            Close(runtime);
        }
    }
}
