namespace AzurePerf.Imagery.Stations;

/// <summary>What a sensor on the ground measured once.</summary>
/// <param name="Station">Its name.</param>
/// <param name="Latitude">Degrees, -90 to 90.</param>
/// <param name="Longitude">Degrees, -180 to 180.</param>
/// <param name="Time">When.</param>
/// <param name="Value">In the unit of the product it is compared with.</param>
public sealed record StationReading(string Station, double Latitude, double Longitude, DateTimeOffset Time, double Value);
