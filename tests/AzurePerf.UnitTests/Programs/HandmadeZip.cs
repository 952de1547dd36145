using System.IO.Compression;
using System.IO.Hashing;
using System.Text;
using AzurePerf.Core.Programs;

namespace AzurePerf.UnitTests.Programs;

/// <summary>A zip file written field by field, so that every field can lie.</summary>
internal sealed class HandmadeZip
{
    public const string Manifest = """{ "name": "ndvi", "run": "bin/ndvi", "inputs": "flat", "outputs": ["ndvi.csv"] }""";

    private readonly List<HandmadeEntry> _entries = [];

    /// <summary>The number of entries that the end declares; null for the true one.</summary>
    public int? Count { get; init; }

    /// <summary>A package that is one.</summary>
    public static HandmadeZip Good(params HandmadeEntry[] more) => new HandmadeZip()
        .With(new HandmadeEntry("reduce.json", Manifest)).With(new HandmadeEntry("bin/ndvi", "#!/bin/sh\n") { Mode = 0x81ed }).With(more);

    public HandmadeZip With(params HandmadeEntry[] entries)
    {
        _entries.AddRange(entries);
        return this;
    }

    public MemoryStream ToStream()
    {
        var zip = new MemoryStream();
        using var writer = new BinaryWriter(zip, Encoding.UTF8, leaveOpen: true);
        var headers = new List<uint>();
        foreach (var entry in _entries)
        {
            headers.Add((uint)zip.Position);
            writer.Write(0x04034b50);
            WriteShared(writer, entry);
            var name = entry.NameInHeader ?? entry.Name;
            writer.Write((ushort)name.Length);
            writer.Write((ushort)0);
            writer.Write(name);
            writer.Write(entry.Packed);
        }

        var start = (uint)zip.Position;
        foreach (var (entry, header) in _entries.Zip(headers))
        {
            writer.Write(0x02014b50);
            writer.Write((ushort)0x031e);
            WriteShared(writer, entry);
            writer.Write((ushort)entry.Name.Length);
            writer.Write(0u);
            writer.Write(0u);
            writer.Write(((uint)entry.Mode << 16) | entry.DosAttributes);
            writer.Write(entry.Header is { } other ? headers[other] : header);
            writer.Write(entry.Name);
        }

        var length = (uint)zip.Position - start;
        writer.Write(0x06054b50);
        writer.Write(0u);
        writer.Write((ushort)(Count ?? _entries.Count));
        writer.Write((ushort)(Count ?? _entries.Count));
        writer.Write(length);
        writer.Write(start);
        writer.Write((ushort)0);
        return zip;
    }

    private static void WriteShared(BinaryWriter writer, HandmadeEntry entry)
    {
        writer.Write((ushort)20);
        writer.Write(entry.Flags);
        writer.Write(entry.Method);
        writer.Write(0x00210000u);
        writer.Write(entry.Checksum ?? Crc32.HashToUInt32(entry.Content));
        writer.Write((uint)entry.Packed.Length);
        writer.Write(entry.Bytes ?? (uint)entry.Content.Length);
    }
}

/// <summary>One entry, true but for what a test makes a lie.</summary>
internal sealed record HandmadeEntry(byte[] Name, byte[] Content)
{
    private const ushort Deflated = 8;

    public HandmadeEntry(string name, string content)
        : this(Encoding.UTF8.GetBytes(name), Encoding.UTF8.GetBytes(content))
    {
    }

    public byte[]? NameInHeader { get; init; }

    public ushort Flags { get; init; }

    public ushort Method { get; init; } = Deflated;

    public ushort Mode { get; init; } = 0x81a4;

    public ushort DosAttributes { get; init; }

    /// <summary>The entry whose header this one takes for its own; null for its own.</summary>
    public int? Header { get; init; }

    public uint? Checksum { get; init; }

    public uint? Bytes { get; init; }

    public byte[] Packed => field ??= Method == Deflated ? Deflate(Content) : Content;

    private static byte[] Deflate(byte[] content)
    {
        var packed = new MemoryStream();
        using (var deflate = new DeflateStream(packed, CompressionLevel.Optimal))
        {
            deflate.Write(content);
        }

        return packed.ToArray();
    }
}
