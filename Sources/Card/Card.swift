// Card
