namespace AzurePerf.Imagery.Kernels;

/// <summary>A pixel on a tile, in cells: its centre on the plane, and its sides on the ground.</summary>
/// <param name="Column">Of its centre.</param>
/// <param name="Row">Of its centre.</param>
/// <param name="Shear">How far the plane leads east for each cell north, as its meridians slant: a step on the ground is that on the plane
/// without it.</param>
/// <param name="AcrossEast">To the next pixel of the line, eastwards.</param>
/// <param name="AcrossNorth">To the next pixel of the line, northwards.</param>
/// <param name="AlongEast">To the same pixel of the next line, eastwards.</param>
/// <param name="AlongNorth">To the same pixel of the next line, northwards.</param>
internal readonly record struct Footprint(
    double Column,
    double Row,
    double Shear,
    double AcrossEast,
    double AcrossNorth,
    double AlongEast,
    double AlongNorth);
