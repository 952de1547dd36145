namespace AzurePerf.Benchmarks.Versus;

/// <summary>Measures one side once and returns its figure in the entry's unit: positive and finite.</summary>
internal delegate ValueTask<double> MeasureSide(Turn turn, CancellationToken cancellationToken);
