using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>One simulated client: what it records into, and its two phases.</summary>
internal sealed class LoadClient : IDisposable
{
    private readonly IClientLoop _loop;

    /// <param name="client">Its number in the whole point.</param>
    /// <param name="place">Its number among the clients of this execution.</param>
    /// <param name="warmUp">The first phase.</param>
    /// <param name="measured">The second one.</param>
    /// <param name="loop">Drives the probe.</param>
    /// <param name="samples">Room for its samples.</param>
    public LoadClient(int client, int place, PhasePlan warmUp, PhasePlan measured, IClientLoop loop, Memory<Sample> samples)
    {
        _loop = loop;
        Deadline = new(measured.Stop);
        Recorder = loop.CreateRecorder();
        WarmUp = new(client, place, warmUp, Deadline, Recorder, Memory<Sample>.Empty);
        Measured = new(client, place, measured, Deadline, Recorder, samples);
    }

    public OperationDeadline Deadline { get; }

    public ClientRecorder Recorder { get; }

    public ClientPhase WarmUp { get; }

    public ClientPhase Measured { get; }

    public Task RunAsync() => _loop.RunAsync([WarmUp, Measured]);

    public ClientMeasurement Read() => Measured.Read(WarmUp);

    public void Dispose() => Deadline.Dispose();
}
