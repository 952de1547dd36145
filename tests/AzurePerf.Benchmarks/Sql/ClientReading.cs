namespace AzurePerf.Benchmarks.Sql;

/// <summary>What clients did, once.</summary>
/// <param name="TransactionsPerSecond">Of all clients.</param>
/// <param name="MedianMicroseconds">Of one transaction.</param>
/// <param name="ProcessorMicroseconds">Processor time of the clients' process for each transaction.</param>
internal readonly record struct ClientReading(double TransactionsPerSecond, double MedianMicroseconds, double ProcessorMicroseconds);
