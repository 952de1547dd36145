using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>How long to leave alone what has failed: a run or a duty. Losing it costs an attempt.</summary>
internal sealed class Patience
{
    /// <summary>A refusal may be of a role that is just given, or of an identity that answers again in a moment.</summary>
    private static readonly TimeSpan WithRefusals = TimeSpan.FromMinutes(1);

    /// <summary>How long after the start of a process a refusal may be of a role that was given with it, as an upgrade does.</summary>
    public static readonly TimeSpan WithNewRoles = TimeSpan.FromMinutes(15);

    private int _failures;
    private long _restsUntil;
    private long? _refusedSince;
    private bool _isKnown;

    public bool Rests(TimeProvider time) => _failures > 0 && time.GetTimestamp() < _restsUntil;

    /// <summary>Whether to try again what threw, because it may go well then: always where storage only did not answer, for a while where
    /// it refused, and for longer where roles may be new.</summary>
    public bool MayPass(Exception exception, bool newRoles, TimeProvider time)
    {
        if (!StorageFailure.IsRefusal(exception))
        {
            (_refusedSince, _isKnown) = (null, false);
            return StorageFailure.MayPass(exception);
        }

        _refusedSince ??= time.GetTimestamp();
        return newRoles || time.GetElapsedTime(_refusedSince.Value) < WithRefusals;
    }

    /// <summary>True once when refusals have lasted for longer than they are borne without a word.</summary>
    public bool IsNews(TimeProvider time)
    {
        var isNews = !_isKnown && _refusedSince is { } since && time.GetElapsedTime(since) >= WithRefusals;
        _isKnown |= isNews;
        return isNews;
    }

    /// <summary>Takes note of a failure; the pause until the next attempt.</summary>
    public TimeSpan Rest(EngineTimes times, TimeProvider time)
    {
        var pause = times.PauseAfter(++_failures);
        _restsUntil = time.GetTimestamp() + (long)(pause.TotalSeconds * time.TimestampFrequency);
        return pause;
    }

    public void GoneWell() => (_failures, _refusedSince, _isKnown) = (0, null, false);
}
