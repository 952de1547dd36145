namespace AzurePerf.Imagery.Pictures;

/// <summary>
/// Colours for values from a lowest to a highest, which keep their order in print and for readers who do not see all colours.
/// </summary>
public sealed class ColourScale
{
    /// <summary>How many steps a scale has; one more colour of a picture means no value.</summary>
    public const int Steps = 255;

    private readonly (byte Red, byte Green, byte Blue)[] _colours;

    /// <param name="stops">Two colours or more, evenly apart, as 0xRRGGBB; those between are mixed.</param>
    public ColourScale(params int[] stops)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(stops.Length, 2);
        _colours = new (byte, byte, byte)[Steps];
        for (var step = 0; step < Steps; step++)
        {
            var at = (double)step * (stops.Length - 1) / (Steps - 1);
            var stop = Math.Min((int)at, stops.Length - 2);
            _colours[step] = (Mixed(16), Mixed(8), Mixed(0));

            byte Mixed(int shift)
            {
                var (from, to) = (stops[stop] >> shift & 255, stops[stop + 1] >> shift & 255);
                return (byte)Math.Floor(from + (to - from) * (at - stop) + 0.5);
            }
        }
    }

    /// <summary>Matplotlib's viridis, evenly bright from dark blue to yellow: for any quantity.</summary>
    public static ColourScale Viridis { get; } =
        new(0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725);

    /// <summary>Matplotlib's inferno, from black over red to light yellow: for temperatures.</summary>
    public static ColourScale Inferno { get; } =
        new(0x000004, 0x210C4A, 0x57106E, 0x8A226A, 0xBC3754, 0xE45A31, 0xF98E09, 0xF9CB35, 0xFCFFA4);

    /// <summary>From bare brown to dark green: for vegetation.</summary>
    public static ColourScale Vegetation { get; } = new(0xA6611A, 0xDFC27D, 0xF0EEC0, 0xA8D07A, 0x4D9A3C, 0x0B5B1E);

    /// <summary>The colour of a step, 0 to 254.</summary>
    public (byte Red, byte Green, byte Blue) this[int step] => _colours[step];
}
