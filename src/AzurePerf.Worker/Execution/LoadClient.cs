using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>One simulated client: what it records into, and its two phases.</summary>
internal sealed class LoadClient : IDisposable
{
    private readonly IClientLoop _loop;

    public LoadClient(int client, PhasePlan warmUp, PhasePlan measured, IClientLoop loop, Memory<Sample> samples)
    {
        _loop = loop;
        Deadline = new(measured.Stop);
        Recorder = loop.CreateRecorder();
        WarmUp = new(client, warmUp, Deadline, Recorder, Memory<Sample>.Empty);
        Measured = new(client, measured, Deadline, Recorder, samples);
    }

    public OperationDeadline Deadline { get; }

    public ClientRecorder Recorder { get; }

    public ClientPhase WarmUp { get; }

    public ClientPhase Measured { get; }

    public Task RunAsync() => _loop.RunAsync([WarmUp, Measured]);

    public ClientMeasurement Read() => Measured.Read(WarmUp);

    public void Dispose() => Deadline.Dispose();
}
