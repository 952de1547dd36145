namespace AzurePerf.Core.Limits;

/// <summary>What one point is expected to do to its target.</summary>
/// <param name="Service">blob, queue or table; empty where no account is measured.</param>
/// <param name="Operations">Of all clients, warm-up included.</param>
/// <param name="Bytes">Payload of these operations.</param>
/// <param name="Requests">Requests of these operations.</param>
/// <param name="RequestsBefore">Requests that make what the operations need; once for all points that read the same data.</param>
/// <param name="RequestsAround">Requests that make or remove what this point alone has among such data.</param>
/// <param name="WarmUpSeconds">The longest warm-up, and what rests around it.</param>
/// <param name="IsBound">True where the point does not end by time alone.</param>
public sealed record PointLoad(string Service, double Operations, double Bytes, double Requests, double RequestsBefore, double RequestsAround, double WarmUpSeconds, bool IsBound);
