namespace AzurePerf.Worker.Execution;

/// <summary>The blocks of the stream that a client is moving. Inside the memory of its <see cref="ClientPhase"/>.</summary>
internal struct StreamBlocks
{
    private long _blockStart;
    private long _bytes;
    private double _overlapBytes;

    /// <summary>Bytes moved so far, as the loop itself knows them.</summary>
    public readonly long Bytes => _bytes;

    /// <summary>The same for others.</summary>
    public readonly long BytesSeen => Volatile.Read(in _bytes);

    /// <summary>A stream, or another operation, starts.</summary>
    public void Begin(long now)
    {
        _blockStart = now;
        _overlapBytes = 0;
    }

    /// <summary>A block was moved.</summary>
    public void Add(int bytes, long now, PhasePlan plan, ClientRecorder recorder)
    {
        recorder.BlockLatencies!.Record(now - _blockStart);
        recorder.Throughput!.Add(now - plan.OpenedNanoseconds, bytes);
        _bytes += bytes;
        _overlapBytes += bytes * plan.Overlap.ShareInside(_blockStart, now);
        _blockStart = now;
    }

    /// <summary>The stream ends; what it moved.</summary>
    public (long Bytes, double OverlapBytes) End()
    {
        var moved = (_bytes, _overlapBytes);
        _bytes = 0;
        return moved;
    }
}
