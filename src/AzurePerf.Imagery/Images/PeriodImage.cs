using System.Numerics;
using System.Runtime.InteropServices;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Images;

/// <summary>The images of a period of a tile.</summary>
/// <param name="Values">The aggregate; for a count the days themselves.</param>
/// <param name="Days">On how many days, or composites of several days, each value rests, 0 (which is fill) where none has one.</param>
public sealed record PeriodFiles(ImageFile Values, ImageFile Days);

/// <summary>
/// Makes one image of those of several days of a tile. The days come one after the other: mean, max, min and count need the memory of about
/// two images whatever the period, a median that of all its days and is limited by <see cref="LargestMedianBytes"/>.
/// </summary>
public sealed class PeriodImage
{
    /// <summary>Bytes of the stored values of all days that a median may have: 186 days of 1200 x 1200 cells of 16 bits, 46 of 2400 x
    /// 2400.</summary>
    public const long LargestMedianBytes = 1L << 29;

    private readonly Sums _sums;
    private readonly ImageSubject _subject;
    private readonly SinusoidalTile _tile;
    private DateOnly? _latest;

    /// <param name="subject">Of the images.</param>
    /// <param name="tile">Of the images.</param>
    /// <param name="aggregate">What becomes of the days of a cell.</param>
    public PeriodImage(ImageSubject subject, SinusoidalTile tile, Aggregate aggregate)
        : this(subject, tile, aggregate, LargestMedianBytes)
    {
    }

    internal PeriodImage(ImageSubject subject, SinusoidalTile tile, Aggregate aggregate, long largestMedianBytes) =>
        (_subject, _tile, _sums) = (subject, tile, subject.DataSet.NumberType.Do(new SumsWork(subject, aggregate, largestMedianBytes)));

    /// <summary>How many days a median of a subject may have at the nominal size of its tiles; for a sentence before the work.</summary>
    public static int LargestMedianDays(ImageSubject subject)
    {
        var cells = subject.NominalSide;
        return (int)(LargestMedianBytes / ((long)cells * cells * subject.DataSet.NumberType.Do(new SizeWork())));
    }

    /// <summary>Adds an image of a day.</summary>
    /// <param name="day">Later than the one before: sums are made in the order of the days.</param>
    /// <param name="geoTiff">As <see cref="DayImage"/> made it.</param>
    /// <exception cref="UnreadableFileException">The image is damaged, of another grid, or of another number type.</exception>
    /// <exception cref="ArgumentException">The day is not later, or a median would need more memory than it may; the message says what to
    /// do.</exception>
    public void Add(DateOnly day, ReadOnlyMemory<byte> geoTiff)
    {
        if (day <= _latest)
            throw new ArgumentException($"{day:yyyy-MM-dd} does not come after {_latest:yyyy-MM-dd}.", nameof(day));
        _sums.Add(geoTiff);
        _latest = day;
    }

    /// <summary>The images of the period; called once, after the last day.</summary>
    /// <param name="first">First day of the period, whether it had an image or not.</param>
    /// <param name="last">Last day of the period; for composites the first day of the last one, which is shown to its end.</param>
    /// <exception cref="InvalidOperationException">No day was added.</exception>
    public PeriodFiles End(DateOnly first, DateOnly last) => _sums.End(_tile, (first, DayImage.Span(_subject, last).Last));

    private abstract class Sums
    {
        public abstract void Add(ReadOnlyMemory<byte> geoTiff);

        public abstract PeriodFiles End(SinusoidalTile tile, (DateOnly First, DateOnly Last) days);
    }

    private sealed class Sums<T>(ImageSubject subject, Aggregate aggregate, long largestMedianBytes) : Sums
        where T : unmanaged, INumber<T>
    {
        private CompositeBuilder<T>? _builder;
        private ProductTags? _tags;
        private Grid? _grid;
        private bool _isMade;
        private long _bytes;

        public override void Add(ReadOnlyMemory<byte> geoTiff)
        {
            var (raster, tags) = StoredImage.Read<T>(geoTiff);
            _tags ??= tags;
            _grid ??= raster.Grid;
            _builder ??= new CompositeBuilder<T>(raster.Grid, raster.Fill, aggregate);
            if (raster.Grid != _grid || raster.Fill != T.CreateSaturating(subject.DataSet.Fill.First))
                throw new UnreadableFileException("The image has other cells, or another value for none, than those of the days before.");
            Limit((long)raster.Values.Length * Marshal.SizeOf<T>());
            StoredScale.Convert(raster.Values, raster.Fill, tags, _tags, subject.DataSet.ValidRange);
            _isMade |= tags.OfMadeGranules;
            _builder.Add(raster);
        }

        public override PeriodFiles End(SinusoidalTile tile, (DateOnly First, DateOnly Last) days)
        {
            if (_builder is null)
                throw new InvalidOperationException("A period needs a day.");
            var composite = _builder.End();
            var word = aggregate.ToString().ToLowerInvariant();
            // A composite is of several days, and it is not known which of them its value is of.
            var (unit, counts) = subject.Product.File.PeriodDays == 1 ? ("d", "Days") : ("", "Granules");
            var count = new ProductTags(1, 0, unit, $"{counts} with a value: {subject.Title}") { OfMadeGranules = _isMade };
            var counted = ImageFile.Of(subject, aggregate == Aggregate.Count ? word : "days", tile, days, composite.Days, count);
            return aggregate == Aggregate.Count
                ? new PeriodFiles(counted, counted)
                : new PeriodFiles(
                    ImageFile.Of(subject, word, tile, days, composite.Values, _tags! with { OfMadeGranules = _isMade }), counted);
        }

        private void Limit(long bytes)
        {
            _bytes += bytes;
            if (aggregate == Aggregate.Median && _bytes > largestMedianBytes)
            {
                throw new ArgumentException(
                    $"A median keeps all its days in memory, at most {largestMedianBytes / bytes} of this size: "
                    + "ask for shorter periods, or for mean, max, min or count.");
            }
        }
    }

    private sealed record SumsWork(ImageSubject Subject, Aggregate Aggregate, long LargestMedianBytes) : INumberWork<Sums>
    {
        public Sums Do<T>()
            where T : unmanaged, INumber<T> => new Sums<T>(Subject, Aggregate, LargestMedianBytes);
    }

    private sealed record SizeWork : INumberWork<int>
    {
        public int Do<T>()
            where T : unmanaged, INumber<T> => Marshal.SizeOf<T>();
    }
}
