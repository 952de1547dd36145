using AzurePerf.Imagery.Granules;

namespace AzurePerf.Sources.Made;

/// <summary>Where the sun must stand for an instrument to measure something.</summary>
internal enum Daylight
{
    Either,
    Day,
    Night,
}

/// <summary>What the made field says of a data set, which is found by its name: products that share a quantity agree on it.</summary>
/// <param name="Low">The value, in the data set's unit, where the field is 0.</param>
/// <param name="High">The value where the field is 1.</param>
/// <param name="Light">When it is measured.</param>
internal sealed record MadeQuantity(double Low, double High, Daylight Light = Daylight.Either)
{
    /// <summary>Of red too, before vegetation takes from it.</summary>
    private const double MostNearInfrared = 0.9;

    private static readonly Dictionary<string, MadeQuantity> ByDataSet = new(StringComparer.Ordinal)
    {
        ["LST"] = new(250, 330),
        ["LST_Day_1km"] = new(250, 330, Daylight.Day),
        ["LST_Night_1km"] = new(250, 330, Daylight.Night),
        ["Total_Ozone"] = new(200, 450),
        ["Water_Vapor"] = new(0.5, 6),
        ["Water_Vapor_Infrared"] = new(0.5, 6),
        ["Water_Vapor_Near_Infrared"] = new(0.5, 6, Daylight.Day),
        ["Cloud_Top_Temperature"] = new(200, 300),
        ["Optical_Depth_Land_And_Ocean"] = new(0, 1.5, Daylight.Day),
        ["Image_Optical_Depth_Land_And_Ocean"] = new(0, 1.5, Daylight.Day),
        ["sur_refl_b01_1"] = new(0, MostNearInfrared, Daylight.Day) { IsRed = true },
        ["sur_refl_b02_1"] = new(0, MostNearInfrared, Daylight.Day),
        ["Lai_500m"] = new(0, 7, Daylight.Day),
        ["Fpar_500m"] = new(0, 0.95, Daylight.Day),
    };

    /// <summary>Whether it is red light, of which vegetation takes away what it does not of the near infrared.</summary>
    public bool IsRed { get; private init; }

    /// <returns>Null for a data set that is not made.</returns>
    public static MadeQuantity? Of(string dataSet) => ByDataSet.GetValueOrDefault(dataSet);

    /// <summary>The value at a position in degrees, in the data set's unit, before vegetation takes from it.</summary>
    public double At(TrueField field, double latitude, double longitude) => Low + (High - Low) * field.At(latitude, longitude);

    /// <summary>The true value at a position in degrees, in the data set's unit.</summary>
    public double At(TrueField field, MadeVegetation vegetation, double latitude, double longitude) =>
        At(field, latitude, longitude) * (IsRed ? vegetation.RedShare(latitude, longitude) : 1);

    /// <summary>Whether it is measured under a sun whose elevation has this sine.</summary>
    public bool IsMeasuredAt(double sunElevationSine) => Light switch
    {
        Daylight.Day => sunElevationSine >= 0,
        Daylight.Night => sunElevationSine < 0,
        _ => true,
    };
}
