namespace AzurePerf.Imagery.Products;

/// <summary>Makes physical values of the stored ones of a data set, or of one band of it.</summary>
internal sealed class ValueDecoder
{
    private readonly DataSet _dataSet;
    private readonly Scaling _scaling;

    /// <param name="dataSet">A data set with one scale for all cells.</param>
    /// <exception cref="ArgumentException">Its bands have scales of their own.</exception>
    public ValueDecoder(DataSet dataSet)
        : this(dataSet, dataSet.Scaling
            ?? throw new ArgumentException("The scale of a band is an attribute of the granule.", nameof(dataSet)))
    {
    }

    /// <param name="dataSet">A data set whose bands have scales of their own.</param>
    /// <param name="scale">The band's scale, from the granule's attributes.</param>
    /// <param name="offset">The band's offset, from the granule's attributes.</param>
    /// <exception cref="ArgumentException">It has one scale for all cells.</exception>
    public ValueDecoder(DataSet dataSet, double scale, double offset)
        : this(dataSet, new Scaling(scale, offset, dataSet.BandScaling?.Rule
            ?? throw new ArgumentException("The data set has one scale for all bands.", nameof(dataSet))))
    {
    }

    private ValueDecoder(DataSet dataSet, Scaling scaling) => (_dataSet, _scaling) = (dataSet, scaling);

    /// <returns>The value in the data set's unit; null for fill, and for what is outside the valid range or is not a number.</returns>
    public double? Decode(double stored)
    {
        if (IsFill(stored) || !_dataSet.ValidRange.Contains(stored)) return null;
        return _scaling.Rule == OffsetRule.Subtract
            ? _scaling.Scale * (stored - _scaling.Offset)
            : _scaling.Scale * stored + _scaling.Offset;
    }

    /// <summary>As <see cref="Decode(double)"/>, and nothing where the flags are not among those the request accepts.</summary>
    /// <param name="stored">The cell of the data set.</param>
    /// <param name="mask">What the request accepts.</param>
    /// <param name="flags">The same cell of the flags.</param>
    public double? Decode(double stored, QualityMask mask, long flags) => mask.Accepts(flags) ? Decode(stored) : null;

    private bool IsFill(double stored)
    {
        var fill = _dataSet.Fill;
        // A fraction that is no power of two is another number as float32 than the file writes it.
        return _dataSet.NumberType == NumberType.Float32
            ? stored >= (float)fill.First && stored <= (float)fill.Last
            : fill.Contains(stored);
    }
}
