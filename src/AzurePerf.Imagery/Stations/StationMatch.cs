namespace AzurePerf.Imagery.Stations;

/// <summary>A reading and what a product has of its place.</summary>
/// <param name="Reading">From the ground.</param>
/// <param name="Product">Name of the product.</param>
/// <param name="MinutesApart">From the time of the product to that of the reading, negative when the reading is earlier; 0 within the
/// product's time.</param>
/// <param name="Nearest">Physical value of the cell it lies in, or null where that has none.</param>
/// <param name="Around">Mean of the values of the 3 x 3 cells around it, or null where none has one.</param>
/// <param name="CellsAround">On how many cells that rests, 0 to 9.</param>
/// <param name="Quality">Quality of the cell it lies in as the product says, or null where it does not.</param>
public sealed record StationMatch(
    StationReading Reading,
    string Product,
    double MinutesApart,
    double? Nearest,
    double? Around,
    int CellsAround,
    int? Quality);
