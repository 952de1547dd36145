namespace AzurePerf.Worker.Heartbeats;

/// <summary>Whether this worker may take tasks on its host. It begins without leave, until it has looked who else is there.</summary>
internal sealed class Availability(WorkerShutdown shutdown)
{
    private volatile bool _allowed;
    private volatile bool _taking;

    /// <summary>True when no other pool needs this host.</summary>
    public bool IsAllowed => _allowed;

    /// <summary>True when the next task may be taken.</summary>
    public bool MayTake => _allowed && !shutdown.Draining;

    /// <summary>True when nothing is taken until it is allowed again; while a get or a claim is under way it is not true yet.</summary>
    public bool IsHolding => !_allowed && !_taking;

    public void Allow(bool allowed) => _allowed = allowed;

    /// <summary>Marks a get and the claims that follow from it; false when it must not begin.</summary>
    public bool TryBegin()
    {
        // Marked before it is asked: whoever forbids it afterwards sees the mark.
        var before = _taking;
        _taking = true;
        if (!MayTake)
        {
            _taking = before;
            return false;
        }

        return true;
    }

    public void End() => _taking = false;
}
