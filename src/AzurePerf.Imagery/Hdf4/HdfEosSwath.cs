namespace AzurePerf.Imagery.Hdf4;

/// <summary>Fields along the path of an instrument (HDF-EOS Library User's Guide, volume 1, "Swath data").</summary>
/// <param name="Name">Such as "MOD_Swath_LST".</param>
/// <param name="Dimensions">All axes of the swath and their lengths; 0 where an axis has no end.</param>
/// <param name="DimensionMaps">How axes of latitude and longitude lie on those of the data; none where they are the same axes.</param>
/// <param name="GeoFields">Latitude, longitude, perhaps time.</param>
/// <param name="DataFields">In the order of the file.</param>
public sealed record HdfEosSwath(
    string Name,
    IReadOnlyList<Hdf4Dimension> Dimensions,
    IReadOnlyList<HdfEosDimensionMap> DimensionMaps,
    IReadOnlyList<HdfEosField> GeoFields,
    IReadOnlyList<HdfEosField> DataFields);

/// <summary>A field of a grid or a swath: the data set of that name.</summary>
/// <param name="Name">Such as "LST".</param>
/// <param name="Type">Of one element.</param>
/// <param name="Dimensions">Names of its axes, the one that varies slowest first, without that of the grid or swath.</param>
public sealed record HdfEosField(string Name, Hdf4NumberType Type, IReadOnlyList<string> Dimensions);

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
