using System.IO.Compression;

namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>Stores the data of one set in each of the ways that <see cref="Elements"/> and <see cref="ChunkedElement"/> read.</summary>
internal static class NewData
{
    private const int LinksInTable = 16;

    public static void AddPlain(NewElements file, ushort reference, ReadOnlyMemory<byte> data) => file.Add(Tag.Data, reference, data);

    public static void AddDeflated(NewElements file, ushort reference, ReadOnlyMemory<byte> data, int level) =>
        AddDeflated(file, Tag.Data, reference, data.Span, level);

    public static void AddLinked(NewElements file, ushort reference, ReadOnlyMemory<byte> data, int blockBytes)
    {
        var blocks = (int)(((long)data.Length + blockBytes - 1) / blockBytes);
        var tables = Math.Max(1, (blocks + LinksInTable - 1) / LinksInTable);
        var names = Enumerable.Range(0, tables).Select(_ => file.NewReference()).ToArray();
        file.Add(
            Tag.Data | Tag.Special,
            reference,
            new ByteBuilder().Int16(Tag.SpecialLinked).Int32(data.Length).Int32(blockBytes).Int32(LinksInTable).Int16(names[0]).ToArray());
        for (var table = 0; table < tables; table++)
        {
            var links = new ByteBuilder().Int16(table + 1 < tables ? names[table + 1] : 0);
            for (var i = table * LinksInTable; i < (table + 1) * LinksInTable; i++)
            {
                links.Int16(i < blocks ? file.Add(Tag.LinkedBlock, Block(data, i, blockBytes)) : 0);
            }

            file.Add(Tag.LinkedBlock, names[table], links.ToArray());
        }
    }

    /// <param name="level">How hard chunks are deflated, or null where they are stored as they are.</param>
    public static void AddChunked(
        NewElements file, ushort reference, ReadOnlyMemory<byte> data, int[] dimensions, int[] chunk, byte[] fill, int? level)
    {
        var size = fill.Length;
        var shape = new ChunkShape(dimensions, chunk);
        var records = new ByteBuilder();
        var origin = new int[shape.Rank];
        var count = 0;
        do
        {
            var bytes = new byte[shape.ChunkElements * size];
            FillValue.Repeat(fill, bytes);
            shape.Cut(data.Span, origin, bytes, size);
            foreach (var number in origin)
            {
                records.Int32(number);
            }

            records.Name(Tag.Chunk, AddChunk(file, bytes, level));
            count++;
        }
        while (Next(origin, shape));

        var name = $"{Vdata.ChunkTable}{Tag.Data}_{reference}";
        var table = file.AddTable(name, $"{Vdata.ChunkTable}0", TableFields(shape.Rank), count, records.ToArray());
        file.Add(Tag.Data | Tag.Special, reference, Head(dimensions, chunk, fill, level, (int)shape.ChunkElements, table));
    }

    private static ushort AddChunk(NewElements file, byte[] bytes, int? level)
    {
        var reference = file.NewReference();
        if (level is { } hard)
        {
            AddDeflated(file, Tag.Chunk, reference, bytes, hard);
        }
        else
        {
            file.Add(Tag.Chunk, reference, bytes);
        }

        return reference;
    }

    private static void AddDeflated(NewElements file, ushort tag, ushort reference, ReadOnlySpan<byte> data, int level)
    {
        using var deflated = new MemoryStream();
        using (var zlib = new ZLibStream(deflated, new ZLibCompressionOptions { CompressionLevel = level }, leaveOpen: true))
        {
            zlib.Write(data);
        }

        var compressed = file.Add(Tag.Compressed, deflated.ToArray());
        var head = new ByteBuilder().Int16(Tag.SpecialCompressed).Int16(0).Int32(data.Length).Int16(compressed);
        file.Add(tag | Tag.Special, reference, Coding(head, level).ToArray());
    }

    private static byte[] Head(int[] dimensions, int[] chunk, byte[] fill, int? level, int chunkElements, ushort table)
    {
        var elements = dimensions.Aggregate(1, (product, length) => product * length);
        var head = new ByteBuilder().Byte(0).Int32(level is null ? 0 : Tag.SpecialCompressed).Int32(elements).Int32(chunkElements)
            .Int32(fill.Length).Name(Tag.TableHeader, table).Name(Tag.Nothing, 0).Int32(dimensions.Length);
        for (var axis = 0; axis < dimensions.Length; axis++)
        {
            head.Int32(1).Int32(dimensions[axis]).Int32(chunk[axis]);
        }

        var bytes = head.Int32(fill.Length).Bytes(fill).ToArray();
        var whole = new ByteBuilder().Int16(Tag.SpecialChunked).Int32(bytes.Length).Bytes(bytes);
        return (level is { } hard ? Coding(whole.Int16(Tag.SpecialCompressed).Int32(6), hard) : whole).ToArray();
    }

    /// <summary>The standard model, deflate and its level.</summary>
    private static ByteBuilder Coding(ByteBuilder head, int level) => head.Int16(0).Int16(Tag.CodingDeflate).Int16(level);

    private static VdataField[] TableFields(int rank) =>
    [
        new(24, 4 * rank, rank, "origin"),
        new(23, 2, 1, "chk_tag"),
        new(23, 2, 1, "chk_ref"),
    ];

    private static bool Next(int[] origin, ChunkShape shape)
    {
        for (var axis = shape.Rank - 1; axis >= 0; axis--)
        {
            if (++origin[axis] < shape.Chunks(axis))
            {
                return true;
            }

            origin[axis] = 0;
        }

        return false;
    }

    private static ReadOnlyMemory<byte> Block(ReadOnlyMemory<byte> data, int index, int blockBytes) =>
        data.Slice(index * blockBytes, Math.Min(blockBytes, data.Length - (index * blockBytes)));
}
