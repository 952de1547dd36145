using System.Buffers.Binary;
using System.Runtime.InteropServices;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Texts;
using Microsoft.Win32.SafeHandles;

namespace AzurePerf.Probes.Disks;

/// <summary>
/// A file of random bytes that is read and written past the system's caches. Its name is gone as soon as it is open, so that the system
/// frees its space when the process ends, however it ends. Each page of 4 KiB begins with its number in the file, so that a block from the
/// wrong place is found.
/// </summary>
internal sealed class DiskFile : IDisposable
{
    /// <summary>Before the name of every such file, which exists for the time between two system calls.</summary>
    public const string NamePrefix = "azureperf-disk-";

    public const int PageBytes = 4_096;

    private const int InvalidArgument = 22;
    private const int NoSpaceLeft = 28;

    private readonly SafeFileHandle _handle;

    private DiskFile(SafeFileHandle handle, long bytes) => (_handle, Bytes) = (handle, bytes);

    public long Bytes { get; }

    /// <summary>The open file, for <see cref="RandomAccess"/> with buffers, offsets and lengths that are multiples of 4,096.</summary>
    public SafeFileHandle Handle => _handle;

    /// <summary>Makes the file and writes all of it; returns when the device has it.</summary>
    /// <param name="directory">Where; made when it is missing.</param>
    /// <param name="bytes">A multiple of <see cref="DiskOptions.FileUnitBytes"/>.</param>
    /// <param name="durable">True when each measured write is to be durable before it returns.</param>
    /// <param name="seed">Of its content.</param>
    /// <param name="cancellationToken">Ends the writing early.</param>
    /// <exception cref="NotSupportedException">The system or the file system cannot do it.</exception>
    /// <exception cref="IOException">There is too little space, or the disk fails.</exception>
    public static DiskFile Create(string directory, long bytes, bool durable, int seed, CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new NotSupportedException(
                "a disk is measured on Linux only: this worker's system has no O_DIRECT, and a cache would answer in its place");
        }

        Directory.CreateDirectory(directory);
        RequireDisk(directory, bytes);
        var handle = OpenNew(directory, durable);
        try
        {
            Fill(handle, bytes, seed, cancellationToken);
            return new(handle, bytes);
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    /// <summary>True when each page of a block begins with its number.</summary>
    internal static bool HasNumbers(ReadOnlySpan<byte> block, long offset)
    {
        for (var start = 0; start < block.Length; start += PageBytes)
        {
            if (BinaryPrimitives.ReadInt64LittleEndian(block[start..]) != (offset + start) / PageBytes)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Writes the number of each page of a block at its beginning.</summary>
    internal static void Number(Span<byte> block, long offset)
    {
        for (var start = 0; start < block.Length; start += PageBytes)
        {
            BinaryPrimitives.WriteInt64LittleEndian(block[start..], (offset + start) / PageBytes);
        }
    }

    public void Dispose() => _handle.Dispose();

    private static void RequireDisk(string directory, long bytes)
    {
        var volume = new DriveInfo(directory);
        if (DiskSpace.LiesInMemory(volume.DriveFormat))
        {
            throw Refused(directory, $"lies in memory ({volume.DriveFormat})");
        }

        var needed = DiskSpace.NeededBytes(bytes, volume.TotalSize);
        if (volume.AvailableFreeSpace < needed)
        {
            throw new IOException(
                $"a file of {Mebibytes(bytes)} is not made in {directory}: {Mebibytes(needed)} must be free so that the disk is not "
                    + $"filled, and {Mebibytes(volume.AvailableFreeSpace)} are",
                NoSpaceLeft);
        }
    }

    private static SafeFileHandle OpenNew(string directory, bool durable)
    {
        var path = Path.Combine(directory, NamePrefix + Path.GetRandomFileName());
        using (new FileStream(path, FileMode.CreateNew))
        {
            try
            {
                var handle = NativeFile.OpenDirect(path, durable, out var error);
                return error switch
                {
                    0 => handle,
                    InvalidArgument => throw Refused(directory, "is on a file system that refuses O_DIRECT"),
                    _ => throw new IOException($"{path} cannot be opened: {Marshal.GetPInvokeErrorMessage(error)}", error),
                };
            }
            finally
            {
                File.Delete(path);
            }
        }
    }

    private static void Fill(SafeFileHandle handle, long bytes, int seed, CancellationToken cancellationToken)
    {
        using var buffer = new AlignedArray(DiskOptions.FileUnitBytes / sizeof(double));
        var block = MemoryMarshal.AsBytes(buffer.Span);
        new Random(seed).NextBytes(block);
        for (var offset = 0L; offset < bytes; offset += block.Length)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Change(block, StableHash.Of(seed, (int)(offset / block.Length)));
            Number(block, offset);
            RandomAccess.Write(handle, block, offset);
        }

        RandomAccess.FlushToDisk(handle);
    }

    /// <summary>Makes other random bytes of random bytes, so that no two blocks of a file are the same: a device may store such blocks
    /// once.</summary>
    private static void Change(Span<byte> block, ulong mask)
    {
        foreach (ref var word in MemoryMarshal.Cast<byte, ulong>(block))
        {
            word ^= mask;
        }
    }

    private static NotSupportedException Refused(string directory, string why) =>
        new(
            $"{directory} {why}, so that no disk can be measured there: name a folder on a disk in the setting Worker:DiskDirectory of "
                + $"this worker");

    private static string Mebibytes(long bytes) => NumberFormat.Count(bytes >> 20) + " MiB";
}
