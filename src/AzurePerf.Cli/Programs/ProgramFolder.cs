using System.Buffers.Binary;
using System.IO.Compression;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Programs;

/// <summary>
/// Packs a folder into the same zip file wherever and whenever that is done: sorted names, one time, two modes, by content, as not every
/// system keeps modes, and no compression, whose bytes differ by processor. Only what would be too long is compressed.
/// </summary>
internal static class ProgramFolder
{
    /// <summary>The first time that a zip file can have.</summary>
    private static readonly DateTimeOffset NoTime = new(1980, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>Bytes that a file may take in the zip next to its content and its path, which stands there twice.</summary>
    private const int EntryBytes = 200;

    private const int RegularFile = 0x8000;
    private const int Executable = 0b111_101_101;
    private const int Plain = 0b110_100_100;
    private const int ModeShift = 16;

    /// <summary>The zip file of a folder, at its begin.</summary>
    /// <exception cref="CommandFailure">It has a link, or is too large.</exception>
    public static MemoryStream Pack(string folder)
    {
        var files = Directory.EnumerateFileSystemEntries(folder, "*", new EnumerationOptions
        {
            RecurseSubdirectories = true,
            AttributesToSkip = FileAttributes.None,
            IgnoreInaccessible = false,
        }).Select(path => RequirePlain(new(path))).Where(file => !file.Attributes.HasFlag(FileAttributes.Directory))
            .Take(PackageLimits.Entries + 1)
            .Select(file => (Path: Path.GetRelativePath(folder, file.FullName).Replace(Path.DirectorySeparatorChar, '/'), File: file))
            .OrderBy(file => file.Path, StringComparer.Ordinal).ToArray();
        var bytes = files.Sum(file => file.File.Length);
        if (files.Length > PackageLimits.Entries || bytes > PackageLimits.UnpackedBytes)
        {
            throw CommandFailure.Usage(
                $"{folder} has more than {NumberFormat.Count(PackageLimits.Entries)} files, or more than "
                    + $"{NumberFormat.Size(PackageLimits.UnpackedBytes)} in them");
        }

        var fits = bytes + files.Sum(file => EntryBytes + 8L * file.Path.Length) <= PackageLimits.ZippedBytes;
        return Pack(files, fits ? CompressionLevel.NoCompression : CompressionLevel.Optimal);
    }

    private static MemoryStream Pack(IEnumerable<(string Path, FileInfo File)> files, CompressionLevel level)
    {
        var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (path, file) in files)
            {
                var entry = archive.CreateEntry(path, level);
                entry.LastWriteTime = NoTime;
                using var content = file.OpenRead();
                entry.ExternalAttributes = (RegularFile | (IsExecutable(content) ? Executable : Plain)) << ModeShift;
                using var packed = entry.Open();
                content.CopyTo(packed);
            }
        }

        NameUnix(zip.GetBuffer().AsSpan(0, (int)zip.Length));
        zip.Position = 0;
        return zip;
    }

    /// <summary>Names Unix in each entry of the directory as the system that made it, in place of the one that did.</summary>
    /// <param name="zip">A whole zip file without a comment.</param>
    internal static void NameUnix(Span<byte> zip)
    {
        const int EndBytes = 22;
        const int HeaderBytes = 46;
        const byte Unix = 3;
        var end = zip[^EndBytes..];
        var entry = zip[(int)BinaryPrimitives.ReadUInt32LittleEndian(end[16..])..];
        for (var left = UShort(end, 10); left > 0; left--)
        {
            entry[5] = Unix;
            entry = entry[(HeaderBytes + UShort(entry, 28) + UShort(entry, 30) + UShort(entry, 32))..];
        }

        static ushort UShort(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt16LittleEndian(bytes[at..]);
    }

    private static FileInfo RequirePlain(FileInfo file) => file.LinkTarget is null
        ? file
        : throw CommandFailure.Usage($"{file.FullName} is a link: a program has files and folders only; put a copy there");

    private static bool IsExecutable(FileStream file)
    {
        Span<byte> start = stackalloc byte[4];
        var count = file.ReadAtLeast(start, start.Length, throwOnEndOfStream: false);
        file.Position = 0;
        return ProgramStart.IsExecutable(start[..count]);
    }
}
