namespace AzurePerf.Probes.Compute.Fourier;

/// <summary>Adds up numbers and what each addition rounded away (Neumaier 1974), so that the length of the sum costs no precision.</summary>
internal struct CompensatedSum
{
    private double _sum;
    private double _lost;

    public readonly double Value => _sum + _lost;

    public void Add(double number)
    {
        var next = _sum + number;
        _lost += Math.Abs(_sum) >= Math.Abs(number) ? _sum - next + number : number - next + _sum;
        _sum = next;
    }
}
