using System.Numerics;
using System.Runtime.InteropServices;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Images;

/// <summary>An image that was made before, of any number type: a double holds each of its stored numbers exactly.</summary>
/// <param name="Raster">The stored numbers.</param>
/// <param name="Tags">What they mean.</param>
/// <param name="Type">Of the numbers in the file.</param>
public sealed record StoredImage(Raster<double> Raster, ProductTags Tags, NumberType Type)
{
    /// <summary>The values in their unit; NaN where there is none.</summary>
    public Raster<double> Physical()
    {
        var values = new double[Raster.Values.Length];
        for (var cell = 0; cell < values.Length; cell++)
            values[cell] = Raster.IsFill(Raster.Values[cell]) ? double.NaN : Raster.Values[cell] * Tags.Scale + Tags.Offset;
        return new Raster<double>(Raster.Grid, values, double.NaN);
    }

    /// <summary>Reads an image.</summary>
    /// <param name="geoTiff">The file.</param>
    /// <exception cref="UnreadableFileException">It is damaged or of another form.</exception>
    public static StoredImage Read(ReadOnlyMemory<byte> geoTiff)
    {
        var type = GeoTiffReader.NumberTypeOf(Stream(geoTiff));
        return type.Do(new ReadWork(geoTiff, type));
    }

    /// <summary>What the values of an image are the same by, see <see cref="ValuesHash"/>; no larger numbers are made of them.</summary>
    /// <param name="geoTiff">The file.</param>
    /// <exception cref="UnreadableFileException">It is damaged or of another form.</exception>
    public static string HashOf(ReadOnlyMemory<byte> geoTiff) => GeoTiffReader.NumberTypeOf(Stream(geoTiff)).Do(new HashWork(geoTiff));

    /// <summary>Takes a GeoTIFF that another program wrote, and writes it anew in our form.</summary>
    /// <param name="geoTiff">The file.</param>
    /// <param name="isMade">Whether it was computed from a made granule: then it says so, whatever the program wrote.</param>
    /// <param name="stop">Ends the reading.</param>
    /// <returns>The GeoTIFF in our form and the hash of its values.</returns>
    /// <exception cref="UnreadableFileException">It is damaged or cannot be read.</exception>
    public static (byte[] GeoTiff, string ValuesHash) Adopt(byte[] geoTiff, bool isMade, CancellationToken stop = default) =>
        GeoTiffReader.NumberTypeOf(Stream(geoTiff)).Do(new AdoptWork(geoTiff, isMade, stop));

    /// <exception cref="UnreadableFileException">It is damaged, of another form or another number type.</exception>
    internal static (Raster<T> Raster, ProductTags Tags) Read<T>(ReadOnlyMemory<byte> geoTiff)
        where T : unmanaged, INumber<T> => GeoTiffReader.Read<T>(Stream(geoTiff));

    /// <summary>The same numbers in the number type of the file.</summary>
    /// <returns>The GeoTIFF and the hash of its values.</returns>
    internal (byte[] GeoTiff, string ValuesHash) Write() => Type.Do(new WriteWork(this));

    private static MemoryStream Stream(ReadOnlyMemory<byte> bytes) => MemoryMarshal.TryGetArray(bytes, out var part)
        ? new MemoryStream(part.Array!, part.Offset, part.Count, writable: false)
        : new MemoryStream(bytes.ToArray(), writable: false);

    private sealed record ReadWork(ReadOnlyMemory<byte> GeoTiff, NumberType Type) : INumberWork<StoredImage>
    {
        public StoredImage Do<T>()
            where T : unmanaged, INumber<T>
        {
            var (raster, tags) = Read<T>(GeoTiff);
            var values = Array.ConvertAll(raster.Values, double.CreateTruncating);
            return new StoredImage(new Raster<double>(raster.Grid, values, double.CreateTruncating(raster.Fill)), tags, Type);
        }
    }

    private sealed record HashWork(ReadOnlyMemory<byte> GeoTiff) : INumberWork<string>
    {
        public string Do<T>()
            where T : unmanaged, INumber<T>
        {
            var (raster, tags) = Read<T>(GeoTiff);
            return ValuesHash.Of(raster, tags);
        }
    }

    private sealed record AdoptWork(byte[] GeoTiff, bool IsMade, CancellationToken Stop)
        : INumberWork<(byte[] GeoTiff, string ValuesHash)>
    {
        public (byte[] GeoTiff, string ValuesHash) Do<T>()
            where T : unmanaged, INumber<T>
        {
            var (raster, tags) = GeoTiffReader.ReadAny<T>(Stream(GeoTiff), stop: Stop);
            using var written = new MemoryStream();
            GeoTiffWriter.Write(written, raster, tags with { OfMadeGranules = IsMade || tags.OfMadeGranules });
            return (written.ToArray(), ValuesHash.Of(raster, tags));
        }
    }

    private sealed record WriteWork(StoredImage Image) : INumberWork<(byte[] GeoTiff, string ValuesHash)>
    {
        public (byte[] GeoTiff, string ValuesHash) Do<T>()
            where T : unmanaged, INumber<T>
        {
            var raster = Image.Raster;
            var whole = T.One / (T.One + T.One) == T.Zero;
            var values = Array.ConvertAll(raster.Values, value => T.CreateSaturating(whole ? Math.Floor(value + 0.5) : value));
            var stored = new Raster<T>(raster.Grid, values, T.CreateSaturating(raster.Fill));
            using var stream = new MemoryStream();
            GeoTiffWriter.Write(stream, stored, Image.Tags);
            return (stream.ToArray(), ValuesHash.Of(stored, Image.Tags));
        }
    }
}
