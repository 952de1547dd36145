namespace AzurePerf.Imagery.Hdf4;

/// <summary>
/// Fields on a rectangle of a map projection (HDF-EOS Library User's Guide, volume 1, "Grid data"). Its first row is the northernmost.
/// </summary>
/// <param name="Name">Such as "MODIS_Grid_Daily_1km_LST".</param>
/// <param name="XDim">Columns.</param>
/// <param name="YDim">Rows.</param>
/// <param name="UpperLeft">Outer corner of the first pixel, in metres; in packed degrees (DDDMMMSSS.SS) with GCTP_GEO.</param>
/// <param name="LowerRight">Outer corner of the last pixel, in the same units.</param>
/// <param name="Projection">GCTP's name, such as "GCTP_SNSOID" (sinusoidal).</param>
/// <param name="ProjectionParameters">GCTP's 13 numbers, the radius of the sphere in metres first; none for GCTP_GEO.</param>
/// <param name="SphereCode">GCTP's number of the ellipsoid; -1 where the parameters say it.</param>
/// <param name="Dimensions">Axes of fields beyond "XDim" and "YDim", which some products list too.</param>
/// <param name="DataFields">In the order of the file.</param>
public sealed record HdfEosGrid(
    string Name,
    int XDim,
    int YDim,
    (double X, double Y) UpperLeft,
    (double X, double Y) LowerRight,
    string Projection,
    IReadOnlyList<double> ProjectionParameters,
    int SphereCode,
    IReadOnlyList<Hdf4Dimension> Dimensions,
    IReadOnlyList<HdfEosField> DataFields);
