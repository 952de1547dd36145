namespace AzurePerf.Imagery.Kernels;

/// <summary>A pixel on a tile, in cells: its centre on the plane, and the rows and parts of its sides on the ground.</summary>
/// <param name="Column">Of its centre.</param>
/// <param name="Row">Of its centre.</param>
/// <param name="Shear">How far the plane leads east for each cell north, as its meridians slant: a step on the ground is that on the plane
/// without it.</param>
/// <param name="Aside">How far it reaches east and west of the meridian of its centre.</param>
/// <param name="First">The first row whose centres it may cover, a whole number.</param>
/// <param name="Last">The last such row; before <paramref name="First"/> where it covers none.</param>
/// <param name="AcrossEast">Part of the side across the track that a step of a cell east leads along.</param>
/// <param name="AcrossNorth">The same of a step north, southwards.</param>
/// <param name="AlongEast">Part of the side along the track that a step of a cell east leads along, backwards.</param>
/// <param name="AlongNorth">The same of a step north.</param>
internal readonly record struct Footprint(
    double Column,
    double Row,
    double Shear,
    double Aside,
    double First,
    double Last,
    double AcrossEast,
    double AcrossNorth,
    double AlongEast,
    double AlongNorth);
