using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>What performs one operation at a time for a client, through both phases: in a closed loop the client itself, in an open one of
/// its lanes.</summary>
internal sealed class LoadLane : IDisposable
{
    private readonly IClientLoop _loop;

    /// <param name="number">Which one it is.</param>
    /// <param name="warmUp">The first phase.</param>
    /// <param name="measured">The second one.</param>
    /// <param name="loop">Drives the probe.</param>
    /// <param name="samples">Room for the client's samples.</param>
    /// <param name="arrivals">The client's arrivals; null in a closed loop.</param>
    public LoadLane(
        LaneNumber number, PhasePlan warmUp, PhasePlan measured, IClientLoop loop, Memory<Sample> samples, ArrivalQueue? arrivals)
    {
        _loop = loop;
        Deadline = new(measured.Stop);
        Recorder = arrivals is null ? loop.CreateRecorder() : null;
        WarmUp = new(number, warmUp, Deadline, Recorder, Memory<Sample>.Empty, arrivals: null, before: null);
        Measured = new(number, measured, Deadline, Recorder, samples, arrivals, WarmUp);
    }

    public OperationDeadline Deadline { get; }

    /// <summary>Null in an open loop, whose phases have one for all lanes.</summary>
    public ClientRecorder? Recorder { get; }

    public ClientPhase WarmUp { get; }

    public ClientPhase Measured { get; }

    public Task RunAsync() => _loop.RunAsync([WarmUp, Measured]);

    public ClientMeasurement Read() => Measured.Read(WarmUp);

    public void Dispose() => Deadline.Dispose();
}

/// <summary>Which lane of which client something belongs to.</summary>
/// <param name="Client">The client's number in the whole point.</param>
/// <param name="Lane">The lane's number in the client.</param>
/// <param name="LanesPerClient">Lanes that each client has: 1 in a closed loop.</param>
/// <param name="Place">The lane's number among all of this execution.</param>
internal readonly record struct LaneNumber(int Client, int Lane, int LanesPerClient, int Place);
