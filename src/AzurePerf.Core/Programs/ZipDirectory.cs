using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Programs;

/// <summary>
/// The directory of a zip file, read strictly: one reader for check and unpacking, so that the two cannot read the same file in two ways.
/// A library's reader is made to read as much as it can; this one refuses what a program's package needs none of.
/// </summary>
internal static class ZipDirectory
{
    private const uint EndSignature = 0x06054b50;
    private const uint EntrySignature = 0x02014b50;
    private const uint HeaderSignature = 0x04034b50;
    private const int EndBytes = 22;
    private const int EntryBytes = 46;
    private const int HeaderBytes = 30;
    private const ushort Encrypted = 0x0001 | 0x0040 | 0x2000;
    private const ushort Deflated = 8;
    private const uint Large = uint.MaxValue;

    private const string NotPlain = "The zip is split, or in the format for very large files (ZIP64): pack it as a plain zip file.";

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The entries in the order of the directory; no two share bytes, and no name is checked yet.</summary>
    /// <exception cref="ProgramFaultException">It cannot be read, or has what no package may have.</exception>
    public static IReadOnlyList<ZipEntry> Read(Stream zip)
    {
        var (directory, count) = ReadEnd(zip);
        var entries = new List<ZipEntry>();
        var at = 0;
        for (var index = 0; index < count; index++)
        {
            var (entry, length) = ReadEntry(directory.Bytes.AsSpan(at));
            entries.Add(ReadHeader(zip, entry, directory.Start));
            at += length;
        }

        RequireApart(entries);
        return entries;
    }

    private static ((long Start, byte[] Bytes) Directory, int Count) ReadEnd(Stream zip)
    {
        var tail = new byte[Math.Min(zip.Length, EndBytes + ushort.MaxValue)];
        ReadAt(zip, zip.Length - tail.Length, tail);
        var at = tail.Length - EndBytes;
        while (at >= 0 && !IsEnd(tail.AsSpan(at)))
        {
            at--;
        }

        return at < 0 ? throw new ProgramFaultException("The file is no zip file, or its end is missing.")
            : ReadDirectory(zip, tail.AsSpan(at));
    }

    private static ((long Start, byte[] Bytes) Directory, int Count) ReadDirectory(Stream zip, ReadOnlySpan<byte> end)
    {
        var (count, bytes, start) = (UShort(end, 10), UInt(end, 12), UInt(end, 16));
        if (UInt(end, 4) != 0 || UShort(end, 8) != count || count == ushort.MaxValue || bytes == Large || start == Large)
        {
            throw new ProgramFaultException(NotPlain);
        }

        if (count > PackageLimits.Entries)
        {
            throw new ProgramFaultException(
                $"The zip has {NumberFormat.Count(count)} entries; a program has {NumberFormat.Count(PackageLimits.Entries)} at most.");
        }

        if (start + (long)bytes > zip.Length - end.Length)
        {
            throw Damaged();
        }

        var directory = new byte[bytes];
        ReadAt(zip, start, directory);
        return ((start, directory), count);
    }

    private static bool IsEnd(ReadOnlySpan<byte> end) =>
        end.Length >= EndBytes && UInt(end, 0) == EndSignature && EndBytes + UShort(end, 20) == end.Length;

    private static (ZipEntry Entry, int Length) ReadEntry(ReadOnlySpan<byte> entry)
    {
        if (entry.Length < EntryBytes || UInt(entry, 0) != EntrySignature)
        {
            throw Damaged();
        }

        var nameBytes = UShort(entry, 28);
        var length = EntryBytes + nameBytes + UShort(entry, 30) + UShort(entry, 32);
        if (entry.Length < length)
        {
            throw Damaged();
        }

        var name = NameIn(entry.Slice(EntryBytes, nameBytes));
        var (flags, method, attributes) = (UShort(entry, 8), UShort(entry, 10), UInt(entry, 38));
        var (packed, bytes, header) = (UInt(entry, 20), UInt(entry, 24), UInt(entry, 42));
        var shown = ProgramPath.Shown(name);
        if ((flags & Encrypted) != 0)
        {
            throw new ProgramFaultException($"The entry {shown} is encrypted.");
        }

        if (method is not (0 or Deflated))
        {
            throw new ProgramFaultException(string.Create(
                CultureInfo.InvariantCulture,
                $"The entry {shown} is compressed by method {method}; only deflate and no compression are read."));
        }

        if (packed == Large || bytes == Large || header == Large || UShort(entry, 34) != 0)
        {
            throw new ProgramFaultException(NotPlain);
        }

        var isFolder = name.EndsWith('/');
        RequirePlain(shown, isFolder, attributes);
        return (
            new(
                isFolder ? name[..^1] : name, isFolder, !isFolder && ((attributes >> 16) & 0b001_001_001) != 0, header, packed, bytes,
                UInt(entry, 16), method == Deflated),
            length);
    }

    /// <summary>The upper half of the attributes is the mode of Unix, the lower that of DOS and Windows, whatever system it claims to come
    /// from.</summary>
    private static void RequirePlain(string shown, bool isFolder, uint attributes)
    {
        const uint ReparsePoint = 0x400;
        var type = (attributes >> 28) switch
        {
            0 => isFolder ? "folder" : "file",
            0b0100 => "folder",
            0b1000 => "file",
            0b1010 => "link",
            _ => "device, socket or pipe",
        };
        if (type == "link" || (attributes & ReparsePoint) != 0)
        {
            throw new ProgramFaultException($"The entry {shown} is a link; a program has files and folders only.");
        }

        if (type is not ("folder" or "file"))
        {
            throw new ProgramFaultException($"The entry {shown} is a {type}; a program has files and folders only.");
        }

        if (isFolder != (type == "folder"))
        {
            throw new ProgramFaultException($"The entry {shown} is a {type} by its attributes, but not by its name.");
        }
    }

    private static ZipEntry ReadHeader(Stream zip, ZipEntry entry, long directory)
    {
        if (entry.Header + (long)HeaderBytes > directory)
        {
            throw Damaged();
        }

        var header = new byte[HeaderBytes];
        ReadAt(zip, entry.Header, header);
        var (nameBytes, extraBytes) = (UShort(header, 26), UShort(header, 28));
        var content = entry.Header + (long)HeaderBytes + nameBytes + extraBytes;
        if (UInt(header, 0) != HeaderSignature || content + entry.PackedBytes > directory)
        {
            throw Damaged();
        }

        var name = new byte[nameBytes];
        ReadAt(zip, entry.Header + HeaderBytes, name);
        var isSame = NameIn(name) == (entry.IsFolder ? entry.Path + "/" : entry.Path)
            && (UShort(header, 6) & Encrypted) == 0 && UShort(header, 8) == (entry.IsDeflated ? Deflated : 0);
        return isSame ? entry with { Content = content }
            : throw new ProgramFaultException($"The entry {entry.Shown} has another name or method in its header than in the directory.");
    }

    private static void RequireApart(IEnumerable<ZipEntry> entries)
    {
        ZipEntry? before = null;
        foreach (var entry in entries.OrderBy(entry => entry.Header))
        {
            if (before is not null && entry.Header < before.Content + before.PackedBytes)
            {
                throw new ProgramFaultException($"The entries {before.Shown} and {entry.Shown} overlap in the zip.");
            }

            before = entry;
        }
    }

    private static string NameIn(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return Utf8.GetString(bytes);
        }
        catch (DecoderFallbackException)
        {
            throw new ProgramFaultException($"The name {ProgramPath.Shown(Encoding.Latin1.GetString(bytes))} in the zip is not UTF-8.");
        }
    }

    private static void ReadAt(Stream zip, long position, Span<byte> bytes)
    {
        zip.Position = position;
        zip.ReadExactly(bytes);
    }

    private static ProgramFaultException Damaged() => new("The zip file is damaged: its directory does not fit its content.");

    private static ushort UShort(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt16LittleEndian(bytes[at..]);

    private static uint UInt(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);
}
