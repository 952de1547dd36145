namespace AzurePerf.Web.Scaling;

/// <summary>The limits of a pool cannot be changed, or not now; the message says why and what to do.</summary>
internal sealed class ScaleRefusedException(string message) : Exception(message);
