namespace AzurePerf.Imagery.Hdf4;

/// <summary>
/// Element g of the geolocation axis lies at element <paramref name="Offset"/> + g x <paramref name="Increment"/> of the data axis; with a
/// negative increment, element d of the data axis lies at -<paramref name="Increment"/> x d - <paramref name="Offset"/> of the other
/// (HDF-EOS Library User's Guide, volume 1, SWdefdimmap).
/// </summary>
/// <param name="GeoDimension">Axis of latitude and longitude.</param>
/// <param name="DataDimension">Axis of the data.</param>
/// <param name="Offset">In elements.</param>
/// <param name="Increment">In elements, not 0.</param>
public sealed record HdfEosDimensionMap(string GeoDimension, string DataDimension, int Offset, int Increment);
