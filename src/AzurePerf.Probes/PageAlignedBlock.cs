namespace AzurePerf.Probes;

/// <summary>
/// Bytes that nothing moves and that begin at the start of a page, as those of C programs that ask the system for them do: processors whose
/// string copies depend on alignment copy from and to others up to a tenth slower.
/// </summary>
public static class PageAlignedBlock
{
    /// <param name="bytes">Length of the block.</param>
    public static unsafe Memory<byte> Allocate(int bytes)
    {
        var room = GC.AllocateArray<byte>(bytes + Environment.SystemPageSize, pinned: true);
        fixed (byte* start = room)
        {
            var behind = (int)((nuint)start % (nuint)Environment.SystemPageSize);
            return room.AsMemory((Environment.SystemPageSize - behind) % Environment.SystemPageSize, bytes);
        }
    }
}
