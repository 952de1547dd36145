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
