namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>
/// A data set cut into equal blocks, each an element of its own and perhaps deflated (HDF4 Specification and Developer's Guide,
/// "Chunked elements"). A Vdata says where each is; one that is missing holds the fill value.
/// </summary>
internal sealed class ChunkedElement
{
    /// <summary>A chunk is read whole before its rows are put in place. A MODIS tile of 250 m is 44 MB.</summary>
    private const int MaximalChunkBytes = 48 << 20;

    /// <summary>Keeps a data set from taking seconds of processor time. MODIS chunks are as wide as the data: some thousand rows.</summary>
    private const int MaximalRows = 8 << 20;

    private readonly Elements _elements;
    private readonly int _size;
    private readonly ChunkShape _shape;
    private readonly ushort _table;
    private readonly byte[] _fill;
    private readonly string _what;

    /// <param name="descriptor">The data set's special element.</param>
    /// <param name="dimensions">The shape that the data set has elsewhere in the file.</param>
    /// <param name="size">Bytes of one element.</param>
    /// <param name="what">What is read, as in "data of LST_Day_1km".</param>
    public ChunkedElement(Elements elements, Descriptor descriptor, int[] dimensions, int size, string what)
    {
        (_elements, _size, _what) = (elements, size, what);
        var cursor = new ByteCursor(descriptor.Bytes.Span, what);
        _ = cursor.Int16(); // the code of the special element
        _ = cursor.Int32(); // the length of this head
        _ = cursor.Byte(); // its version
        _ = cursor.Int32(); // how chunks are stored, which each says itself
        _ = cursor.Int32(); // the length of the data set
        _ = cursor.Int32(); // the length of a chunk
        var storedSize = cursor.Int32();
        var tableTag = cursor.UInt16();
        _table = cursor.UInt16();
        _ = cursor.Int32(); // tag and reference of a use that never came
        if (storedSize != size || tableTag != Tag.TableHeader || cursor.Int32() != dimensions.Length)
        {
            throw new UnreadableFileException($"The chunks of the {what} do not fit its type or rank.");
        }

        var chunk = new int[dimensions.Length];
        for (var axis = 0; axis < chunk.Length; axis++)
        {
            _ = cursor.Int32(); // how the axis is distributed
            var length = cursor.Int32();
            chunk[axis] = cursor.Int32();
            if (length != dimensions[axis] || chunk[axis] <= 0 || chunk[axis] > Math.Max(length, 1))
            {
                throw new UnreadableFileException($"The chunks of the {what} do not fit its shape.");
            }
        }

        _shape = new ChunkShape(dimensions, chunk);
        _fill = cursor.Int32() == size
            ? cursor.Bytes(size).ToArray()
            : throw new UnreadableFileException($"The fill value of the {what} is not of its type.");
        if (!_shape.IsWhole && (_shape.ChunkElements > MaximalChunkBytes / size || _shape.RowCount > MaximalRows))
        {
            throw new UnreadableFileException($"The chunks of the {what} are larger than 48 MiB, or have more than 8 million rows.");
        }
    }

    /// <summary>Fills the whole data set, in the file's byte order.</summary>
    public void Read(Span<byte> into)
    {
        var table = Vdata.Read(_elements, _table);
        var rank = _shape.Rank;
        if (table.RecordSize != (4 * rank) + 4)
        {
            throw new UnreadableFileException($"The table of chunks of the {_what} has records of another kind.");
        }

        var records = table.Count == 0 ? [] : table.Records(_elements);
        FillValue.Repeat(_fill, into);
        var scratch = _shape.IsWhole || table.Count == 0 ? [] : new byte[_shape.ChunkElements * _size];
        var seen = new HashSet<long>();
        var cursor = new ByteCursor(records, "table of chunks");
        var origin = new int[rank];
        for (var i = 0; i < table.Count; i++)
        {
            for (var axis = 0; axis < rank; axis++)
            {
                origin[axis] = cursor.Int32();
            }

            var (tag, reference) = (cursor.UInt16(), cursor.UInt16());
            if (_shape.Index(origin) is not { } index || tag != Tag.Chunk || !seen.Add(index))
            {
                throw new UnreadableFileException($"A chunk of the {_what} lies outside it, or there twice.");
            }

            _elements.Read(tag, reference, _shape.IsWhole ? into : scratch, _what);
            if (!_shape.IsWhole)
            {
                _shape.Place(scratch, origin, into, _size);
            }
        }
    }
}
