using System.ComponentModel.DataAnnotations;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Workers;

namespace AzurePerf.Worker.Peers;

/// <summary>A name with a port; a worker of the pool peer must have one, and a port of its own behind it.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class PeerIngressAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext)
    {
        var options = (WorkerOptions)validationContext.ObjectInstance;
        if (options.PeerIngress.Length == 0)
        {
            return options.Pool == WorkerPool.Peer
                ? new("Worker:PeerIngress is missing: a worker of the pool peer must know by which name and port it is reached")
                : ValidationResult.Success;
        }

        try
        {
            PeerEndpoints.Named(options.PeerIngress);
        }
        catch (InvalidDataException corrupt)
        {
            return new($"Worker:PeerIngress: {corrupt.Message}");
        }

        return options.Pool == WorkerPool.Peer && options.PeerPort == 0
            ? new("Worker:PeerPort is missing: what listens at Worker:PeerIngress must know which port to pass on to")
            : ValidationResult.Success;
    }
}
