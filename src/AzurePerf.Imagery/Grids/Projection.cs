namespace AzurePerf.Imagery.Grids;

/// <summary>How positions on the Earth become positions on a plane; each is two formulas, <see cref="ProjectionFormulas"/>.</summary>
public enum Projection
{
    /// <summary>The equal-area plane of MODIS tiles, in metres on a sphere of <see cref="ProjectionFormulas.SphereRadius"/>.</summary>
    Sinusoidal,

    /// <summary>Longitude and latitude themselves, in degrees (EPSG:4326).</summary>
    Geographic,

    /// <summary>The plane of web maps, in metres, up to 85.05 degrees north and south (EPSG:3857).</summary>
    WebMercator,
}
