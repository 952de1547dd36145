using AzurePerf.Imagery.Hdf4.Stored;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>How the data of a set will be read: found out before an array is made, so that a damaged file gets none.</summary>
internal sealed class DataPlan
{
    private readonly Elements _elements;
    private readonly ushort? _data;
    private readonly ChunkedElement? _chunks;
    private readonly string _what;

    private DataPlan(Elements elements, ushort? data, ChunkedElement? chunks, string what) =>
        (_elements, _data, _chunks, _what) = (elements, data, chunks, what);

    public static DataPlan For(Elements elements, DataSetParts parts, long bytes)
    {
        var what = $"data of {parts.Name}";
        if (parts.Data is not { } data)
        {
            return new(elements, null, null, what);
        }

        var descriptor = elements.Find(Tag.Data, data, what);
        if (descriptor.IsSpecial && new ByteCursor(descriptor.Bytes.Span, what).Int16() == Tag.SpecialChunked)
        {
            var dimensions = parts.Dimensions.Select(axis => axis.Length).ToArray();
            return new(elements, data, new ChunkedElement(elements, descriptor, dimensions, parts.Type.Size(), what), what);
        }

        elements.Expect(Tag.Data, data, bytes, what);
        return new(elements, data, null, what);
    }

    /// <summary>Fills the whole data set, in the file's byte order.</summary>
    public void Read(Span<byte> into, ReadOnlySpan<byte> fill)
    {
        if (_data is not { } data)
        {
            FillValue.Repeat(fill, into);
        }
        else if (_chunks is not null)
        {
            _chunks.Read(into);
        }
        else
        {
            _elements.Read(Tag.Data, data, into, _what);
        }
    }
}
